import type { Database } from '#app/db/database.ts'
import { DealsPage } from '#app/deals/deals.contract.ts'
import {
  type FilterProblem,
  type Filters,
  isNarrowed,
  sortOf,
  writeFilters,
} from '#app/deals/filters/filters.facts.ts'
import { Facets } from '#app/deals/filters/search.contract.ts'
import type { Catalogue } from '#app/deals/server/deals.ts'
import { countFeedPage } from '#app/deals/server/reading-limits.ts'
import type { Viewer } from '#app/membership/server/membership.ts'
import { createAnswerCache } from '#app/server/answer-cache.ts'
import type { AppContext } from '#app/server/context.ts'
import { bytesOf, finishedJson, type Packable, packable } from '#app/server/http/packed.ts'
import { MB } from '#app/shared/counts.ts'
import { businessDay } from '#app/shared/dates.ts'
import { type Asking, readAsking, refuseProblems } from './asking.ts'
import { type Audience, audienceOf } from './audience.rules.ts'
import { countFacets, countWhole, type FacetCounts, type Whole } from './facets.queries.ts'
import { makeFacets } from './facets.ts'
import { noteFruitless } from './fruitless.ts'
import { createSearchPlaces } from './places.ts'
import { type Resolved, resolveFilters } from './resolve.ts'
import { type Asked, findAsked } from './search.queries.ts'

/** Limit of all cached answers together. */
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

/** The size of a map entry with a value and its count. */
const BYTES_OF_A_COUNT = 96

function weightOfCounts(counted: unknown): number {
  const { counts } = counted as FacetCounts
  return [...counts.values()].reduce((sum, { size }) => sum + size, 1) * BYTES_OF_A_COUNT
}

/** Lists of deals that are filtered, searched or sorted, and their facets. */
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

  /** Counts once for a list and its facets, whatever the sort order and page. */
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

  /** Cached; computing an answer waits for a place in the queue of searches. */
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

  /** A cached answer with unknown values is rejected again for every request. */
  async function answered(asking: Asking, made: Promise<Answer>): Promise<Packable> {
    const { json, unknown } = await made
    if (!asking.isLenient) refuseProblems(unknown)
    return json
  }

  /** Only for a person's own plain word search, never while a page is rendered for a class. */
  async function noteInVain(viewer: Viewer, filters: Filters): Promise<void> {
    const { q } = filters
    if (viewer.userId === undefined || viewer.drawing || q === '') return
    if (isNarrowed({ ...filters, q: '' })) return
    await noteFruitless(ctx, viewer.userId, q)
  }

  return {
    /** JSON of a `DealsPage`. Counts towards the hourly limit of signed-in viewers. */
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

    /** JSON of `Facets`, the same for all non-members. */
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

/**
 * Narrows given deals, such as somebody's saved ones, by the filters of an address, and returns their facets.
 * Throws like {@link readAsking}.
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
  if (!asking.isLenient) refuseProblems(resolved.unknown)
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
