import type { Database } from '#app/db/database.ts'
import { DealsPage } from '#app/deals/deals.contract.ts'
import { countryName, filterLabel } from '#app/deals/filters/filters.copy.ts'
import {
  DAYS_OF_SPAN,
  type FilterName,
  type FilterProblem,
  type Filters,
  isNarrowed,
  LIST_FILTERS,
  MOST_FACET_VALUES,
  sortOf,
  writeFilters,
} from '#app/deals/filters/filters.facts.ts'
import { asksForMembersFilters, FOR_MEMBERS } from '#app/deals/filters/members-only.facts.ts'
import { readFilters } from '#app/deals/filters/reading.facts.ts'
import { Facets, type FacetValue } from '#app/deals/filters/search.contract.ts'
import type { Catalogue } from '#app/deals/server/deals.ts'
import { countFeedPage } from '#app/deals/server/reading-limits.ts'
import { chartKeys, SIZE_CHARTS, sizeLabel } from '#app/deals/vocabulary/sizes.facts.ts'
import { type TermField, VOCABULARY } from '#app/deals/vocabulary/vocabulary.facts.ts'
import type { Viewer } from '#app/membership/server/membership.ts'
import { createAnswerCache } from '#app/server/answer-cache.ts'
import type { AppContext } from '#app/server/context.ts'
import { bytesOf, finishedJson, type Packable, packable } from '#app/server/http/packed.ts'
import { badRequest, forbidden } from '#app/server/problem.ts'
import { MB } from '#app/shared/counts.ts'
import { businessDay } from '#app/shared/dates.ts'
import { foldName } from '#app/shared/names.ts'
import { type Audience, audienceOf } from './audience.rules.ts'
import {
  type CountedFilter,
  countFacets,
  countWhole,
  type FacetCounts,
  type Whole,
} from './facets.queries.ts'
import { noteFruitless } from './fruitless.ts'
import { createSearchPlaces } from './places.ts'
import { type Resolved, resolveFilters } from './resolve.ts'
import {
  type Asked,
  countWithout,
  findAsked,
  findBrandsById,
  findSellers,
} from './search.queries.ts'

/** What somebody asks a list of deals by, before the records are looked at. */
export type Asking = {
  filters: Filters
  problems: FilterProblem[]
  /** What is not understood is left out and told, instead of refused. */
  isLenient: boolean
}

/** All answers that are kept together. */
const MOST_KEPT_BYTES = 16 * MB

const EVERYTHING: Omit<Asked, 'audience'> = {
  min: undefined,
  max: undefined,
  off: undefined,
  save: undefined,
  ended: false,
  lists: {},
  days: undefined,
  sought: undefined,
  filed: undefined,
}

/** A value and its count in a map. */
const BYTES_OF_A_COUNT = 96

function weightOfCounts(counted: unknown): number {
  const { counts } = counted as FacetCounts
  return [...counts.values()].reduce((sum, { size }) => sum + size, 1) * BYTES_OF_A_COUNT
}

/** Throws 403 for whoever asks by what only members may know, whatever they ask; and 400 for what is wrong. */
export function readAsking(viewer: Viewer, address: URLSearchParams): Asking {
  if (viewer.class !== 'member' && asksForMembersFilters(address)) {
    throw forbidden('members-only', FOR_MEMBERS)
  }
  const { filters, problems } = readFilters(address)
  const isLenient = address.get('lenient') === '1'
  if (!isLenient) refuse(problems)
  return { filters, problems, isLenient }
}

/** Where nothing is asked for but a page of the feed, or of one of its days: which. */
export function asFeed({ filters, problems }: Asking): { page: number; day?: string } | undefined {
  const { page, day, sort } = filters
  const isDay = day !== undefined && !Object.hasOwn(DAYS_OF_SPAN, day)
  const rest = isDay ? { ...filters, day: undefined } : filters
  if (problems.length > 0 || sort !== undefined || isNarrowed(rest)) return
  return isDay ? { page, day } : { page }
}

function refuse(problems: FilterProblem[]): void {
  const [first] = problems
  if (!first) return
  // Of several values of one parameter each is named.
  const fields: Record<string, string> = {}
  for (const { name, value, message } of problems) {
    const text =
      message === 'must be given once' || value === '' ? message : told(name, value, message)
    fields[name] = fields[name] === undefined ? text : `${fields[name]}; ${text}`
  }
  throw badRequest(`${first.name}: ${fields[first.name]}`, fields)
}

/** Of numbers, days and words it is plain which value is meant; of several names it is not. */
function told(name: FilterName, value: string, message: string): string {
  return LISTS.has(name) ? `“${value}” ${message}` : message
}

const LISTS: ReadonlySet<FilterName> = new Set(LIST_FILTERS)

/** Lists of deals that are narrowed, searched or in another order, and what they may be narrowed to. */
export function createSearch(ctx: AppContext, catalogue: Pick<Catalogue, 'readDeals'>) {
  const cached = createAnswerCache(ctx.live, 'deals', 'search', {
    weigh: (answer) => bytesOf((answer as Answer).json),
    mostBytes: MOST_KEPT_BYTES,
  })
  const counts = createAnswerCache(ctx.live, 'deals', 'facet-counts', {
    weigh: weightOfCounts,
    mostBytes: MOST_KEPT_BYTES,
  })
  const places = createSearchPlaces()

  /** Counted once for a list and its facets, in whatever order and on whatever page it is read. */
  function count(db: Database, { filters, asked }: Resolved): Promise<FacetCounts> {
    const today = businessDay(ctx.now())
    const { audience } = asked
    if (!isNarrowed(filters)) return countAll(db, audience)
    const what = writeFilters({ ...filters, page: 1, sort: undefined })
    return counts(`${audience} ${today} ${what}`, async () =>
      countFacets(db, asked, asked.sought ? undefined : await countAll(db, audience)),
    )
  }

  function countAll(db: Database, audience: Audience): Promise<Whole> {
    return counts(audience, () => countWhole(db, { ...EVERYTHING, audience }))
  }

  /** Made where it is not kept, with others of its kind in a line of its own. */
  function kept(
    viewer: Viewer,
    key: string,
    produce: (db: Database) => Promise<Answer>,
  ): Promise<Answer> {
    return cached(key, () => places.whenThereIsOne(viewer, () => ctx.reads.feed(produce)))
  }

  async function resolve(db: Database, viewer: Viewer, asking: Asking) {
    const today = businessDay(ctx.now())
    const { filters, problems } = asking
    const resolved = await resolveFilters(db, audienceOf(viewer), { filters, today })
    return { resolved, leftOut: [...problems, ...resolved.unknown] }
  }

  /** A kept answer of what turned out to be unknown is refused as often as it is asked for. */
  async function answered(asking: Asking, made: Promise<Answer>): Promise<Packable> {
    const { json, unknown } = await made
    if (!asking.isLenient) refuse(unknown)
    return json
  }

  /** Somebody's own words alone, and nobody's where a page is drawn for all of a class. */
  async function noteInVain(viewer: Viewer, filters: Filters): Promise<void> {
    const { q } = filters
    if (viewer.userId === undefined || viewer.drawing || q === '') return
    if (isNarrowed({ ...filters, q: '' })) return
    await noteFruitless(ctx, viewer.userId, q)
  }

  return {
    /** JSON of a `DealsPage`. Counted for whoever is signed in. */
    list: async (viewer: Viewer, asking: Asking, limit: number): Promise<Packable> => {
      await countFeedPage(ctx, viewer)
      const key = keyFor(ctx, asking, `list ${limit} ${viewer.class}`)
      const made = kept(viewer, key, async (db) => {
        const { resolved, leftOut } = await resolve(db, viewer, asking)
        if (!asking.isLenient && resolved.unknown.length > 0) return refusal(resolved.unknown)
        const { filters, asked } = resolved
        const { total, ended } = await count(db, resolved)
        const offset = (filters.page - 1) * limit
        const ids =
          offset < total ? await findAsked(db, asked, { sort: sortOf(filters), offset, limit }) : []
        const deals = await catalogue.readDeals(viewer, ids)
        const page = finished(DealsPage, resolved, {
          deals: ids.flatMap((id) => deals.get(id) ?? []),
          pagination: {
            currentPage: filters.page,
            totalPages: Math.ceil(total / limit),
            totalDeals: total,
            endedDeals: ended,
            hasNextPage: filters.page * limit < total,
          },
          today: businessDay(ctx.now()),
          days: [],
          ...extrasOf(resolved, asking, leftOut),
        })
        return { ...page, isEmpty: total === 0 }
      })
      const { isEmpty = false } = await made
      if (isEmpty) await noteInVain(viewer, asking.filters)
      return answered(asking, made)
    },

    /** JSON of `Facets`: the same for all who are no members. */
    facets: async (viewer: Viewer, asking: Asking): Promise<Packable> => {
      const audience = audienceOf(viewer)
      const onePage = { ...asking, filters: { ...asking.filters, page: 1, sort: undefined } }
      const key = keyFor(ctx, onePage, `facets ${audience}`)
      const made = kept(viewer, key, async (db) => {
        const { resolved, leftOut } = await resolve(db, viewer, onePage)
        if (!asking.isLenient && resolved.unknown.length > 0) return refusal(resolved.unknown)
        const facets = await makeFacets(db, resolved, await count(db, resolved))
        return finished(Facets, resolved, { ...facets, ...extrasOf(resolved, asking, leftOut) })
      })
      return answered(asking, made)
    },
  }
}
export type Search = ReturnType<typeof createSearch>

/** What a list may be narrowed to, with what to drop where nothing is left. */
async function makeFacets(db: Database, resolved: Resolved, counted: FacetCounts): Promise<Facets> {
  const { renamed } = resolved
  return {
    total: counted.total,
    ended: counted.ended,
    facets: await facetsOf(db, resolved, counted),
    price: priceOf(counted),
    without: counted.total > 0 ? [] : await withoutOf(db, resolved),
    gone: goneOf(resolved),
    ...(renamed.size > 0 && { renamed: Object.fromEntries(renamed) }),
  }
}

/** What is left out is in no list of what may be chosen. */
function goneOf({ filters, names }: Resolved): Facets['gone'] {
  return (['brand', 'retailer'] as const).flatMap((kind) => {
    const name = `not-${kind}` as const
    return filters[name].map((value) => ({ name, value, label: names[kind].get(value) ?? value }))
  })
}

/**
 * Of these deals, such as those that somebody has saved, the ones that an address asks for, and what they may
 * be narrowed to. Throws as {@link readAsking} does.
 */
export async function narrowAmong(
  ctx: AppContext,
  viewer: Viewer,
  { ids, address }: { ids: string[]; address: URLSearchParams },
): Promise<{ isNarrowed: boolean; ids: Set<string>; facets: Facets }> {
  const asking = readAsking(viewer, address)
  const filters = { ...asking.filters, sort: undefined, ended: false, page: 1 }
  const today = businessDay(ctx.now())
  const resolved = await resolveFilters(ctx.db, audienceOf(viewer), { filters, today })
  if (!asking.isLenient) refuse(resolved.unknown)
  const asked = { ...resolved.asked, among: ids }
  const place = { sort: 'newest' as const, offset: 0, limit: ids.length }
  const found = await findAsked(ctx.db, asked, place)
  const counted = await countFacets(ctx.db, asked)
  const facets = await makeFacets(ctx.db, { ...resolved, asked }, counted)
  const leftOut = [...asking.problems, ...resolved.unknown]
  return {
    isNarrowed: isNarrowed(resolved.filters),
    ids: new Set(found),
    facets: { ...facets, ...extrasOf(resolved, asking, leftOut) },
  }
}

type Answer = { json: Packable; unknown: FilterProblem[]; isEmpty?: boolean }

function refusal(unknown: FilterProblem[]): Answer {
  return { json: packable(Buffer.from('')), unknown }
}

function finished<T>(
  schema: { parse: (value: unknown) => T },
  { unknown }: Resolved,
  answer: T,
): Answer {
  return { json: finishedJson(schema, answer), unknown }
}

function extrasOf({ searchedFor }: Resolved, { isLenient }: Asking, leftOut: FilterProblem[]) {
  return {
    ...(searchedFor !== undefined && { searchedFor }),
    ...(isLenient && { leftOut }),
  }
}

function keyFor(ctx: AppContext, { filters, problems, isLenient }: Asking, what: string): string {
  const told = isLenient ? JSON.stringify(problems) : ''
  return `${what} ${businessDay(ctx.now())} ${writeFilters(filters)} ${told}`
}

function priceOf({ prices }: FacetCounts): Facets['price'] {
  if (!prices) return null
  return { min: Math.floor(prices.lowest / 100), max: Math.ceil(prices.highest / 100) }
}

async function facetsOf(
  db: Database,
  { filters, asked, names }: Resolved,
  { counts }: FacetCounts,
): Promise<Facets['facets']> {
  const of = (name: CountedFilter) => counts.get(name) ?? new Map<string, number>()
  const brands = await findBrandsById(db, [...of('brand').keys()])
  const facets = {
    department: fromVocabulary('department', of('department'), filters.department),
    category: fromVocabulary('category', withAbove(of('category')), filters.category),
    brand: named(brands, of('brand'), { chosen: filters.brand, names: names.brand }),
    colour: fromVocabulary('colour', of('colour'), filters.colour),
    size: sizesOf(of('size'), filters.size),
  }
  if (asked.audience === 'public') return facets
  const ids = [...of('retailer').keys(), ...of('ships').keys()]
  const sellers = await findSellers(db, [...new Set(ids)])
  const countries = new Map<string, number>(filters.ships.map((country) => [country, 0]))
  for (const { id, shipsTo } of sellers) {
    for (const country of shipsTo) {
      countries.set(country, (countries.get(country) ?? 0) + (of('ships').get(id) ?? 0))
    }
  }
  return {
    ...facets,
    retailer: named(sellers, of('retailer'), {
      chosen: filters.retailer,
      names: names.retailer,
    }),
    ships: shown(
      [...countries].map(([value, count]) => ({ value, label: countryName(value), count })),
      filters.ships,
    ),
  }
}

type Value = Omit<FacetValue, 'isChosen'>

/** Without those that no deal has, unless they are chosen. */
function shown(values: Value[], chosen: string[]): FacetValue[] {
  return values
    .map((value) => ({ ...value, isChosen: chosen.includes(value.value) }))
    .filter(({ count, isChosen }) => count > 0 || isChosen)
}

function fromVocabulary(
  field: TermField,
  counts: Map<string, number>,
  chosen: string[],
): FacetValue[] {
  const values = VOCABULARY[field].map(({ value, label, parent }) => ({
    value,
    label,
    count: counts.get(value) ?? 0,
    ...(parent !== undefined && { parent }),
  }))
  return shown(values, chosen)
}

/** A category of the first level has its own deals and those of all below it. */
function withAbove(counts: Map<string, number>): Map<string, number> {
  const sums = new Map(counts)
  for (const { value, parent } of VOCABULARY.category) {
    if (parent === undefined) continue
    sums.set(parent, (sums.get(parent) ?? 0) + (counts.get(value) ?? 0))
  }
  return sums
}

/** By name; where there are very many, the most frequent of them. */
function named(
  all: Array<{ id: string; slug: string; name: string }>,
  counts: Map<string, number>,
  { chosen, names }: { chosen: string[]; names: Map<string, string> },
): FacetValue[] {
  const found = all.map(({ id, slug, name }) => ({
    value: slug,
    label: name,
    count: counts.get(id) ?? 0,
  }))
  const missing = chosen.filter((slug) => !all.some((each) => each.slug === slug))
  const values = [
    ...found,
    ...missing.map((slug) => ({ value: slug, label: names.get(slug) ?? slug, count: 0 })),
  ]
  const most = shown(values, chosen)
    .sort((a, b) => Number(b.isChosen) - Number(a.isChosen) || b.count - a.count || byText(a, b))
    .slice(0, MOST_FACET_VALUES)
  return most.sort((a, b) => foldName(a.label).localeCompare(foldName(b.label)) || byText(a, b))
}

function byText(a: Value, b: Value): number {
  return a.value < b.value ? -1 : 1
}

/** In the order of the charts, then the others. */
function sizesOf(counts: Map<string, number>, chosen: string[]): FacetValue[] {
  const rank = (key: string) => SIZE_ORDER.get(key) ?? SIZE_ORDER.size
  const values = [...new Set([...counts.keys(), ...chosen])].map((value) => ({
    value,
    label: sizeLabel(value),
    count: counts.get(value) ?? 0,
  }))
  const inOrder = values.sort((a, b) => rank(a.value) - rank(b.value) || byText(a, b))
  return shown(inOrder, chosen).slice(0, MOST_FACET_VALUES)
}

const SIZE_ORDER = new Map(SIZE_CHARTS.flatMap(chartKeys).map((key, index) => [key, index]))

/** What may be dropped so that something is found, the most first. */
async function withoutOf(
  db: Database,
  { filters, asked, names }: Resolved,
): Promise<Facets['without']> {
  const counts = await countWithout(db, asked)
  const knownAs = (name: FilterName, value: string) => {
    if (name === 'size') return sizeLabel(value)
    const kind = name.replace('not-', '')
    return kind === 'brand' || kind === 'retailer' ? names[kind].get(value) : undefined
  }
  const offers = [...counts].flatMap(([name, count]) => {
    if (count === 0) return []
    const chosen = [filters[name as keyof Filters] ?? []].flat().map(String)
    const label = chosen.map((value) => filterLabel(name, value, knownAs(name, value))).join(', ')
    return [{ name, value: chosen.join(','), label, count }]
  })
  return offers.sort((a, b) => b.count - a.count)
}
