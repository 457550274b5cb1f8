import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { POINTS } from '#app/follows/follows.facts.ts'
import { addDays, businessDay } from '#app/shared/dates.ts'
import { choose, type DealFacts, isFollowed, judge, type Taste } from './points.rules.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const TODAY = businessDay(NOW)

const deal = (draft: Partial<DealFacts> = {}): DealFacts => ({
  id: 'deal',
  brandId: 'aubrelle',
  brandName: 'Aubrelle',
  retailerId: 'shop',
  department: 'women',
  category: 'boots',
  parentCategory: 'shoes',
  sizeKeys: ['shoes-38'],
  salePriceCents: 40_000,
  publishedAt: new Date('2026-11-10T12:00:00Z'),
  publishedDay: '2026-11-10',
  feedPosition: 0,
  endsAt: null,
  endedAt: null,
  ...draft,
})

type Draft = Partial<Omit<Taste, 'hidden'>> & { hidden?: Partial<Taste['hidden']> }
const taste = ({ hidden, ...draft }: Draft = {}): Taste => ({
  brands: new Set(),
  categories: new Set(),
  retailers: new Set(),
  searches: [],
  departments: new Set(),
  sizeKeys: new Set(),
  ceilings: {},
  savedBrands: new Set(),
  ...draft,
  hidden: {
    brands: new Set(),
    categories: new Set(),
    retailers: new Set(),
    deals: new Set(),
    ...hidden,
  },
})
const of = <T>(...values: T[]) => new Set(values)

describe('a deal scores', () => {
  test.each<[string, Draft, Partial<DealFacts>, number | undefined, string[]]>([
    ['4 for a brand that is followed', { brands: of('aubrelle') }, {}, 4, ['brand']],
    ['2 for its category', { categories: of('boots') }, {}, 2, ['category']],
    ['2 for the category above', { categories: of('shoes') }, {}, 2, ['category']],
    ['2 once for both', { categories: of('shoes', 'boots') }, {}, 2, ['category']],
    ['2 for a size in stock', { sizeKeys: of('shoes-38', 'shoes-39') }, {}, 2, ['size']],
    ['1 at the ceiling', { ceilings: { boots: 40_000 } }, {}, 1, ['ceiling']],
    ['nothing a cent above it', { ceilings: { boots: 39_999 } }, {}, undefined, []],
    [
      '1 for the ceiling of the category above',
      { ceilings: { shoes: 50_000 } },
      {},
      1,
      ['ceiling'],
    ],
    ['by the nearer ceiling', { ceilings: { shoes: 50_000, boots: 1 } }, {}, undefined, []],
    [
      'nothing without a price',
      { ceilings: { boots: 40_000 } },
      { salePriceCents: null },
      undefined,
      [],
    ],
    [
      '1 for a brand of which something is saved',
      { savedBrands: of('aubrelle') },
      {},
      1,
      ['savedBrand'],
    ],
    ['nothing for a retailer, which brings it in', { retailers: of('shop') }, {}, 0, ['retailer']],
    [
      'nothing for a search, which brings it in',
      { searches: [{ search: 'q=x', dealIds: of('deal') }] },
      {},
      0,
      ['search'],
    ],
    ['2 more today', { brands: of('aubrelle') }, { publishedDay: TODAY }, 6, ['brand', 'new']],
    [
      '1 more three days later',
      { brands: of('aubrelle') },
      { publishedDay: addDays(TODAY, -3) },
      5,
      ['brand'],
    ],
    [
      'no more after four',
      { brands: of('aubrelle') },
      { publishedDay: addDays(TODAY, -4) },
      4,
      ['brand'],
    ],
    [
      'all together',
      {
        brands: of('aubrelle'),
        categories: of('boots'),
        sizeKeys: of('shoes-38'),
        ceilings: { boots: 40_000 },
        savedBrands: of('aubrelle'),
      },
      { publishedDay: TODAY },
      12,
      ['brand', 'category', 'size', 'ceiling', 'savedBrand', 'new'],
    ],
    [
      'nothing for what is new alone',
      { brands: of('other') },
      { publishedDay: TODAY },
      undefined,
      [],
    ],
    ['for who wants nothing in particular', { departments: of('women') }, {}, 0, ['department']],
    [
      'for women and men, to who wants what is for women',
      { departments: of('women') },
      { department: 'unisex' },
      0,
      ['department'],
    ],
    ['since when it is there, where nothing else is to be said', {}, {}, 0, ['since']],
  ])('%s', (_, wants, draft, points, reasons) => {
    const judged = judge(deal(draft), taste(wants), TODAY)
    expect([judged?.points, judged?.reasons.map(({ kind }) => kind) ?? []]).toEqual([
      points,
      reasons,
    ])
  })
})

test.each<[string, Draft, Partial<DealFacts>, boolean]>([
  ['its brand is hidden', { hidden: { brands: of('aubrelle') } }, {}, true],
  ['its category is hidden', { hidden: { categories: of('boots') } }, {}, true],
  ['the category above is hidden', { hidden: { categories: of('shoes') } }, {}, true],
  ['its retailer is hidden', { hidden: { retailers: of('shop') } }, {}, true],
  ['it is not for me', { hidden: { deals: of('deal') } }, {}, true],
  ['it is for men', { departments: of('women') }, { department: 'men' }, true],
  ['it is for kids', { departments: of('women') }, { department: 'kids' }, true],
  ['another brand is hidden', { hidden: { brands: of('other') } }, {}, false],
  ['it is for women and men', { departments: of('women') }, { department: 'unisex' }, false],
  ['it does not say for whom it is', { departments: of('women') }, { department: null }, false],
])('left out, whatever else is followed, where %s: %j', (_, draft, facts, isOut) => {
  const wants = taste({ brands: of('aubrelle'), categories: of('boots'), ...draft })
  expect(judge(deal(facts), wants, TODAY) === undefined).toBe(isOut)
})

test.each<[string, Partial<DealFacts>, boolean]>([
  ['of the first of the days', { publishedDay: '2026-11-07' }, true],
  ['of the day before', { publishedDay: '2026-11-06' }, false],
  ['that ends later', { endsAt: new Date(NOW.getTime() + 1) }, true],
  ['that ends now', { endsAt: NOW }, false],
  ['that has ended', { endedAt: NOW }, false],
])('a deal %s: %j', (_, draft, isIn) => {
  expect(choose([deal(draft)], taste({ brands: of('aubrelle') }), NOW)).toHaveLength(isIn ? 1 : 0)
})

test('nothing that is not followed counts as followed', () => {
  const reasons = judge(
    deal(),
    taste({ sizeKeys: of('shoes-38'), savedBrands: of('aubrelle') }),
    TODAY,
  )?.reasons
  expect(isFollowed(reasons ?? [])).toBe(false)
})

const some = (...values: string[]) => fc.subarray(values).map((chosen) => new Set(chosen))
const BRANDS = ['aubrelle', 'bellac']
const CATEGORIES = ['boots', 'shoes', 'totes', 'bags']
const SIZES = ['s', 'm']
const anyDeal = fc.record({
  id: fc.uuid(),
  brandId: fc.option(fc.constantFrom(...BRANDS)),
  brandName: fc.constantFrom('Aubrelle', 'Bellac'),
  retailerId: fc.constantFrom('shop', 'store'),
  department: fc.option(fc.constantFrom('women', 'men', 'unisex')),
  sizeKeys: fc.subarray(SIZES),
  salePriceCents: fc.option(fc.integer({ min: 1, max: 900 })),
  publishedAt: fc.date({ min: new Date('2026-11-01'), max: NOW, noInvalidDate: true }),
  feedPosition: fc.integer({ min: 0, max: 3 }),
  endsAt: fc.option(fc.constantFrom(NOW, new Date('2026-12-01'))),
  endedAt: fc.option(fc.constant(NOW)),
})
const anyCategory = fc.constantFrom(
  { category: null, parentCategory: null },
  { category: 'boots', parentCategory: 'shoes' },
  { category: 'totes', parentCategory: 'bags' },
  { category: 'bags', parentCategory: null },
)
const anyFacts = fc
  .tuple(anyDeal, anyCategory)
  .map(([each, filed]) => ({ ...each, ...filed, publishedDay: businessDay(each.publishedAt) }))
const anyTaste = fc.record({
  brands: some(...BRANDS),
  categories: some(...CATEGORIES),
  retailers: some('shop', 'store'),
  searches: fc.constant([]),
  departments: some('women', 'men'),
  sizeKeys: some(...SIZES),
  ceilings: fc.dictionary(fc.constantFrom(...CATEGORIES), fc.integer({ min: 1, max: 900 })),
  savedBrands: some(...BRANDS),
  hidden: fc.record({
    brands: some(...BRANDS),
    categories: some('boots', 'bags'),
    retailers: some('store'),
    deals: fc.constant(new Set<string>()),
  }),
})

test('whatever the deals and the taste: every reason is true, none is missing, and the order is the rule', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(anyFacts, { selector: ({ id }) => id, maxLength: 12 }),
      anyTaste,
      (deals, wants) => {
        const chosen = choose(deals, wants, NOW)
        const byId = new Map(deals.map((each) => [each.id, each]))
        for (const { id, points, reasons } of chosen) {
          const it = byId.get(id)
          if (!it) throw new Error('made up')
          const filed = [it.category, it.parentCategory]
          expect(it.endedAt === null && (it.endsAt === null || it.endsAt > NOW)).toBe(true)
          expect(it.brandId !== null && wants.hidden.brands.has(it.brandId)).toBe(false)
          expect(filed.some((each) => each !== null && wants.hidden.categories.has(each))).toBe(
            false,
          )
          expect(wants.hidden.retailers.has(it.retailerId)).toBe(false)
          expect(reasons.length).toBeGreaterThan(0)
          const said = new Set(reasons.map(({ kind }) => kind))
          const isTrue = {
            brand: wants.brands.has(it.brandId ?? ''),
            category: filed.some((each) => wants.categories.has(each ?? '')),
            retailer: wants.retailers.has(it.retailerId),
            size: it.sizeKeys.some((key) => wants.sizeKeys.has(key)),
            savedBrand: wants.savedBrands.has(it.brandId ?? ''),
            new: it.publishedDay === TODAY,
          } as const
          for (const [kind, holds] of Object.entries(isTrue)) {
            expect([kind, said.has(kind as keyof typeof isTrue)]).toEqual([kind, holds])
          }
          const ceiling = [it.category, it.parentCategory]
            .map((each) => wants.ceilings[each ?? ''])
            .find((cents) => cents !== undefined)
          const isUnder =
            ceiling !== undefined && it.salePriceCents !== null && it.salePriceCents <= ceiling
          expect(said.has('ceiling')).toBe(isUnder)
          const days = Math.round((Date.parse(TODAY) - Date.parse(it.publishedDay)) / 86_400_000)
          expect(days).toBeLessThan(14)
          expect(points).toBe(
            (isTrue.brand ? POINTS.brand : 0) +
              (isTrue.category ? POINTS.category : 0) +
              (isTrue.size ? POINTS.size : 0) +
              (isUnder ? POINTS.ceiling : 0) +
              (isTrue.savedBrand ? POINTS.savedBrand : 0) +
              (days === 0 ? 2 : days <= 3 ? 1 : 0),
          )
        }
        for (const [index, { id, points }] of chosen.entries()) {
          const [before, it] = [byId.get(chosen[index - 1]?.id ?? ''), byId.get(id)]
          if (!before || !it) continue
          const pointsBefore = chosen[index - 1]?.points ?? 0
          expect(pointsBefore).toBeGreaterThanOrEqual(points)
          if (pointsBefore === points) {
            expect(before.publishedAt.getTime()).toBeGreaterThanOrEqual(it.publishedAt.getTime())
          }
        }
      },
    ),
  )
})
