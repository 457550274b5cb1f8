import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import {
  type Filters,
  NO_FILTERS,
  type Sort,
  sortOf,
  writeFilters,
} from '#app/deals/filters/filters.facts.ts'
import type { Facets } from '#app/deals/filters/search.contract.ts'
import { VOCABULARY } from '#app/deals/vocabulary/vocabulary.facts.ts'
import { businessDay } from '#app/shared/dates.ts'
import { createDeal, createMember, type Person } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()
const NOW = new Date('2026-06-20T16:00:00Z')
const DAY_MS = 86_400_000
const DEALS = 70
const BRANDS = ['Aubrelle', 'Maison Été', 'Corvane', 'Halloway & Sons', 'Nérine', 'Ostrava']
const RETAILERS = ['Shop One', 'Shop Two', 'Shop Three']
const CATEGORIES = ['boots', 'heels', 'shoes', 'totes', 'bags', 'dresses']
const COLOURS = ['black', 'red', 'gold']
const SIZES = ['w-clothing-us4', 'w-clothing-us6', 'one-size', 'w-shoes-eu38']
const NAMES = ['Suede boots', 'Silk dress', 'Wool coat', 'Thing']

/** What a person sees of a deal, to compute the expected count. */
type Row = Awaited<ReturnType<typeof readRows>>[number]
let rows: Row[] = []
let member: Person

/** Picks deterministically, so that no two rows are alike. */
function pick<T>(list: readonly T[], salt: number, index: number): T {
  return list[(index * 7 + salt * 13 + Math.floor((index * salt) / 5)) % list.length] as T
}

beforeAll(async () => {
  app.setNow(NOW)
  member = await createMember(app.ctx)
  for (let index = 0; index < DEALS; index += 1) {
    const isEnded = index % 9 === 0
    await createDeal(app.ctx, {
      id: `deal${String(index).padStart(8, '0')}`,
      brandName: pick(BRANDS, 1, index),
      retailerName: pick(RETAILERS, 2, index),
      productName: pick(NAMES, 3, index),
      department: pick(['women', 'men', null], 4, index),
      category: pick([...CATEGORIES, null], 5, index),
      colour: pick([...COLOURS, null, null], 6, index),
      // Values equal those of the filters, so that each boundary is hit exactly.
      originalPriceCents: index % 11 === 0 ? null : 50_000 + 1000 * pick([0, 2, 3, 4], 7, index),
      salePriceCents:
        index % 13 === 0
          ? null
          : 10_000 + 2_500 * pick([1, 2, 3, 4, 5, 6], 8, index) + pick([0, 0, 40, 60], 10, index),
      isPublished: index % 8 !== 5,
      publishedAt: new Date(NOW.getTime() - pick([0, 1, 6, 7, 29, 30], 9, index) * DAY_MS),
      feedPosition: index,
      ...(isEnded ? { endedAt: NOW, endedReason: 'gone', hasLeftFeed: index % 2 === 0 } : {}),
    })
    const keys = SIZES.filter((_, at) => (index + at * 3) % 4 < 2)
    // Set afterwards, as an edit does: the search index has to follow.
    await app.db
      .updateTable('deals')
      .set({ sizeKeys: keys })
      .where('id', '=', `deal${String(index).padStart(8, '0')}`)
      .execute()
  }
  await sql`update retailers set ships_to = array['CA', 'US'] where name = 'Shop One'`.execute(
    app.db,
  )
  await sql`update retailers set ships_to = array['US'] where name = 'Shop Two'`.execute(app.db)
  rows = await readRows()
  // The statistics decide which way deals are counted.
  await sql`analyze`.execute(app.db)
})

async function readRows() {
  const found = await app.db
    .selectFrom('deals')
    .innerJoin('brands', 'brands.id', 'brandId')
    .innerJoin('retailers', 'retailers.id', 'retailerId')
    .selectAll('deals')
    .select(['brands.slug as brand', 'retailers.slug as retailer', 'retailers.shipsTo'])
    .where('isPublished', '=', true)
    .execute()
  return found.map((row) => ({ ...row, guessed: row.guessedTerms as Record<string, string> }))
}

const below = (value: string) => [
  value,
  ...VOCABULARY.category.filter(({ parent }) => parent === value).map((term) => term.value),
]

type Test = (row: Row, filters: Filters, isMember: boolean) => boolean
const term = (row: Row, field: 'department' | 'category' | 'colour', isMember: boolean) =>
  row[field] ?? (isMember ? row.guessed[field] : undefined) ?? ''
const anyOf = (chosen: string[], has: (value: string) => boolean) =>
  chosen.length === 0 || chosen.some(has)
const saved = (row: Row) =>
  row.originalPriceCents === null || row.salePriceCents === null
    ? null
    : row.originalPriceCents - row.salePriceCents

/** The meaning of each filter, written out. */
const TESTS: Record<string, Test> = {
  department: (row, { department }, isMember) =>
    anyOf(department, (value) => term(row, 'department', isMember) === value),
  category: (row, { category }, isMember) =>
    anyOf(category, (value) => below(value).includes(term(row, 'category', isMember))),
  brand: (row, { brand }) => anyOf(brand, (value) => row.brand === value),
  colour: (row, { colour }, isMember) =>
    anyOf(colour, (value) => term(row, 'colour', isMember) === value),
  size: (row, { size }) => anyOf(size, (value) => row.sizeKeys.includes(value)),
  retailer: (row, { retailer }) => anyOf(retailer, (value) => row.retailer === value),
  ships: (row, { ships }) => anyOf(ships, (value) => row.shipsTo.includes(value)),
  'not-retailer': (row, filters) => !filters['not-retailer'].includes(row.retailer),
  'not-brand': (row, filters) => !filters['not-brand'].includes(row.brand),
  'not-category': (row, filters, isMember) =>
    !filters['not-category'].flatMap(below).includes(term(row, 'category', isMember)),
  price: (row, { min, max }) =>
    (min === undefined || (row.salePriceCents !== null && row.salePriceCents >= min * 100)) &&
    (max === undefined || (row.salePriceCents !== null && row.salePriceCents <= max * 100)),
  off: (row, { off }) => off === undefined || (row.discountPerMille ?? -1) >= off * 10,
  save: (row, { save }) => save === undefined || (saved(row) ?? -1) >= save * 100,
  day: (row, { day }) => {
    if (day === undefined) return true
    const days = { today: 1, week: 7, month: 30 }[day]
    if (days === undefined) return row.publishedDay === day
    const first = businessDay(new Date(NOW.getTime() - (days - 1) * DAY_MS))
    return (row.publishedDay ?? '') >= first
  },
  ended: (row, { ended }) => ended || !row.hasLeftFeed,
}

function found(filters: Filters, isMember: boolean, except?: string): Row[] {
  const tests = Object.entries(TESTS).filter(([name]) => name !== except)
  return rows.filter((row) => tests.every(([, test]) => test(row, filters, isMember)))
}

const BY: Record<Exclude<Sort, 'newest' | 'best'>, (row: Row) => number | null> = {
  'percent-off': (row) => (row.discountPerMille === null ? null : -row.discountPerMille),
  'amount-off': (row) => ((amount) => (amount === null ? null : -amount))(saved(row)),
  'price-up': (row) => row.salePriceCents,
  'price-down': (row) => (row.salePriceCents === null ? null : -row.salePriceCents),
}

function inOrder(some: Row[], sort: Sort): string[] {
  const newest = (a: Row, b: Row) =>
    (b.publishedAt?.getTime() ?? 0) - (a.publishedAt?.getTime() ?? 0) ||
    a.feedPosition - b.feedPosition
  const by = sort === 'newest' || sort === 'best' ? undefined : BY[sort]
  return some
    .toSorted((a, b) => {
      const [one, two] = [by?.(a) ?? null, by?.(b) ?? null]
      if (one !== null && two !== null && one !== two) return one - two
      if ((one === null) !== (two === null)) return one === null ? 1 : -1
      return newest(a, b)
    })
    .map(({ id }) => id)
}

const slugs = BRANDS.map((name) => name.toLowerCase().replace(/[^\p{L}]+/gu, '-'))
const some = (list: readonly string[]) =>
  fc.uniqueArray(fc.constantFrom(...list), { minLength: 0, maxLength: 2 })
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined, freq: 2 })

const publicFilters = {
  department: some(['women', 'men']),
  category: some(CATEGORIES),
  brand: some(slugs),
  colour: some(COLOURS),
  size: some(SIZES),
  'not-brand': some(slugs),
  'not-category': some(CATEGORIES),
  min: maybe(fc.constantFrom(100, 125)),
  max: maybe(fc.constantFrom(175, 200, 400)),
  off: maybe(fc.constantFrom(50, 65, 75)),
  save: maybe(fc.constantFrom(300, 380)),
  day: maybe(fc.constantFrom('today', 'week', 'month', '2026-06-14', '2026-06-13')),
  sort: maybe(
    fc.constantFrom<Sort>('newest', 'percent-off', 'amount-off', 'price-up', 'price-down'),
  ),
  ended: fc.boolean(),
}
const membersFilters = {
  ...publicFilters,
  retailer: some(['shop-one', 'shop-two']),
  'not-retailer': some(['shop-three']),
  ships: some(['CA', 'US']),
}
/** A few filters at once, as people use them: with all of them, nothing would ever match. */
function few(all: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Filters> {
  return fc
    .uniqueArray(fc.constantFrom(...Object.keys(all)), { maxLength: 4 })
    .chain((names) =>
      fc.record(
        Object.fromEntries(names.flatMap((name) => (all[name] ? [[name, all[name]]] : []))),
      ),
    )
    .map((chosen) => ({ ...NO_FILTERS, ...chosen }) as Filters)
}

test.each([
  ['a visitor', false, few(publicFilters)],
  ['a member', true, few(membersFilters)],
])(
  'of whatever %s asks for, list, order and counts are as if counted by hand',
  async (_who, isMember, asked) => {
    const get = async (url: string) =>
      (await app.as(isMember ? member : { cookie: '' }).inject({ url })).json()
    await fc.assert(
      fc.asyncProperty(asked, async (filters) => {
        const address = writeFilters(filters)
        const expected = found(filters, isMember)
        // Resets the page counter, which limits how many pages a member may read.
        await app.db.deleteFrom('throttles').execute()
        const list = await get(`/api/deals?limit=48&lenient=1&${address}`)
        const leftOut = (list.leftOut ?? []).length
        // Values that no deal has are reported by another test.
        fc.pre(leftOut === 0)
        expect(list.pagination.totalDeals).toBe(expected.length)
        const ids = (list.deals as Array<{ id: string }>).map(({ id }) => id)
        expect(ids).toEqual(inOrder(expected, sortOf(filters)).slice(0, 48))

        const facets: Facets = await get(`/api/deals/facets?${address}`)
        const living = (row: Row) => row.endedAt === null
        expect(facets.total).toBe(expected.length)
        expect(facets.ended).toBe(expected.filter((row) => !living(row)).length)
        const kinds = {
          department: (row: Row) => [term(row, 'department', isMember)],
          category: (row: Row) => {
            const category = term(row, 'category', isMember)
            const above = VOCABULARY.category.find(({ value }) => value === category)?.parent
            return [category, ...(above === undefined ? [] : [above])]
          },
          brand: (row: Row) => [row.brand],
          colour: (row: Row) => [term(row, 'colour', isMember)],
          size: (row: Row) => row.sizeKeys,
          ...(isMember && {
            retailer: (row: Row) => [row.retailer],
            ships: (row: Row) => row.shipsTo,
          }),
        }
        for (const [kind, valuesOf] of Object.entries(kinds)) {
          const counts: Record<string, number> = {}
          for (const row of found(filters, isMember, kind).filter(living)) {
            for (const value of valuesOf(row)) if (value) counts[value] = (counts[value] ?? 0) + 1
          }
          for (const value of filters[kind as 'brand']) counts[value] ??= 0
          const told = facets.facets[kind as 'brand'] ?? []
          expect([
            kind,
            Object.fromEntries(told.map(({ value, count }) => [value, count])),
          ]).toEqual([kind, counts])
        }
        const prices = found(filters, isMember, 'price')
          .filter(living)
          .flatMap(({ salePriceCents }) => salePriceCents ?? [])
        expect(facets.price).toEqual(
          prices.length === 0
            ? null
            : {
                min: Math.floor(Math.min(...prices) / 100),
                max: Math.ceil(Math.max(...prices) / 100),
              },
        )
        for (const { name, count } of facets.without) {
          if (name === 'min' || name === 'max') continue
          expect([name, count]).toEqual([name, found(filters, isMember, name).length])
        }
      }),
      { numRuns: 40, seed: 14 },
    )
  },
)
