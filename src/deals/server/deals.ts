import type { Database } from '#app/db/database.ts'
import { ShownCarousels } from '#app/deals/carousels.contract.ts'
import {
  CatalogueStats,
  type Deal,
  Deals,
  DealsPage,
  type DealWithLink,
  Editions,
} from '#app/deals/deals.contract.ts'
import { MOST_IN_CAROUSEL, MOST_LISTED_DAYS } from '#app/deals/deals.facts.ts'
import { ENDED_SHOWN_DAYS } from '#app/deals/life.facts.ts'
import { type DealRecord, findDealRecords } from '#app/deals/server/deal/deal.queries.ts'
import { serializeDeal, serializeDealWithLink } from '#app/deals/server/deal/serialize-deal.ts'
import { listShownCarousels } from '#app/deals/server/feed/carousels.ts'
import { dealsADay, upTo, wholePercent } from '#app/deals/server/feed/catalogue-counts.rules.ts'
import {
  countSitemapEntries,
  findCatalogueCounts,
  findDay,
  findEditionSizes,
  findFeatured,
  findFeed,
  findFeedDays,
  findPublishedBrands,
  findPublishedDeal,
  findReachedByTenth,
  findSitemapEntries,
  sizeOfFeed,
} from '#app/deals/server/feed/feed.queries.ts'
import { findFreeDeals } from '#app/deals/server/feed/free-deals.ts'
import {
  countNews,
  findComing,
  findNewestEdition,
  findNews,
  type NewsSpan,
} from '#app/deals/server/feed/news.queries.ts'
import type { Viewer } from '#app/membership/server/membership.ts'
import { type AnswerCache, createAnswerCache } from '#app/server/answer-cache.ts'
import type { AppContext } from '#app/server/context.ts'
import { finishedJson } from '#app/server/http/packed.ts'
import { forbidden, notFound, signInRequired } from '#app/server/problem.ts'
import { businessDay, DAY_MS } from '#app/shared/dates.ts'
import { FREE_DEALS_A_DAY } from '#app/shared/free-account.ts'
import { isId } from '#app/shared/ids.ts'
import { countFeedPage, countLink } from './reading-limits.ts'

/**
 * What people see of the catalogue. The lists differ only by class of viewer (visitor, free,
 * member), so finished answers are kept by class; who a viewer is, is asked on every request.
 */
export function createCatalogue(ctx: AppContext) {
  const cached = createAnswerCache(ctx.live, 'deals', 'catalogue')
  /** The same of what may be read from a copy. */
  const kept = <T>(key: string, produce: (db: Database) => Promise<T>) =>
    cached(key, () => ctx.reads.feed(produce))

  /** Throws 404 for a deal that is missing or not published, with the same words for both. */
  async function getPublishedDeal(dealId: string) {
    const record = isId(dealId) ? await findPublishedDeal(ctx.db, dealId) : undefined
    if (!record) throw notFound('deal')
    return record
  }

  /** Without its link: what pages show and keep. */
  async function readDeal(viewer: Viewer, dealId: string): Promise<Deal> {
    const record = await getPublishedDeal(dealId)
    return serializeDeal(record, viewer, await readFreeDealIds(ctx, viewer, cached))
  }

  /** With its link for whoever may open it: then it is counted, and 429 after too many in a day. */
  async function readDealWithLink(viewer: Viewer, dealId: string): Promise<DealWithLink> {
    return linkDeal(viewer, await getPublishedDeal(dealId))
  }

  async function linkDeal(viewer: Viewer, record: DealRecord): Promise<DealWithLink> {
    const freeDealIds = await readFreeDealIds(ctx, viewer, cached)
    const deal = serializeDealWithLink(record, viewer, freeDealIds)
    if (deal.isAccessible && viewer.userId !== undefined && !viewer.drawing)
      await countLink(ctx, viewer.userId)
    return deal
  }

  /** Counted when it was asked for first since anything changed, or since midnight. */
  function countStats() {
    const today = businessDay(ctx.now())
    return kept(`stats counted ${today}`, async (db) => {
      const counts = await findCatalogueCounts(db)
      const days = await findFeedDays(db, today)
      const highest = wholePercent(counts.highestPerMille)
      const stats: CatalogueStats = {
        retailers: counts.retailers,
        brands: counts.brands,
        dealsADay: dealsADay(days, today),
        lowestDiscount: counts.withoutDiscount > 0 ? null : wholePercent(counts.lowestPerMille),
        highestDiscount: highest,
        upToDiscount: upTo(highest, wholePercent(await findReachedByTenth(db, counts.deals))),
        today,
      }
      return { stats, deals: counts.deals, countedAt: ctx.now() }
    })
  }

  const endedSince = () => new Date(ctx.now().getTime() - ENDED_SHOWN_DAYS * DAY_MS)

  return {
    /** Those of them that are published, without links, by their ids. */
    readDeals: async (viewer: Viewer, ids: string[]): Promise<Map<string, Deal>> => {
      if (ids.length === 0) return new Map()
      const freeDealIds = await readFreeDealIds(ctx, viewer, cached)
      const rows = await findDealRecords(ctx.db, ids)
      const published = rows.filter(({ isPublished }) => isPublished)
      return new Map(published.map((row) => [row.id, serializeDeal(row, viewer, freeDealIds)]))
    },

    /**
     * JSON of a `DealsPage`, newest first: of the whole feed, or of one of its days. Counted for
     * whoever is signed in.
     */
    listFeed: async (
      viewer: Viewer,
      { page, limit, day }: { page: number; limit: number; day?: string | undefined },
    ) => {
      await countFeedPage(ctx, viewer)
      return kept(keyFor(ctx, viewer, `feed ${page} ${limit} ${day ?? ''}`), async (db) => {
        const place = { offset: (page - 1) * limit, limit }
        const { deals: total, ended } = await (day ? sizeOfDay(db, day) : sizeOfFeed(db))
        const rows = await (day
          ? findDay(db, { ...place, day })
          : findFeed(db, { ...place, total }))
        const freeDealIds = await readFreeDealIds({ ...ctx, db }, viewer, cached)
        return finishedJson(DealsPage, {
          deals: rows.map((row) => serializeDeal(row, viewer, freeDealIds)),
          pagination: {
            currentPage: page,
            totalPages: Math.ceil(total / limit),
            totalDeals: total,
            endedDeals: ended,
            hasNextPage: page * limit < total,
          },
          today: businessDay(ctx.now()),
          days: await readDaysOf(db, rows),
        })
      })
    },

    /** The newest day that has a living deal; undefined before the first. */
    readNewestEdition: () =>
      kept(`newest edition ${businessDay(ctx.now())}`, (db) => findNewestEdition(db, ctx.now())),

    /**
     * What came out in between and still lives, as one class sees it: for free accounts the day's open
     * ones first. The same object for as long as nothing changes.
     */
    listNews: (viewer: Viewer, { since, through, limit }: NewsSpan & { limit: number }) =>
      kept(
        keyFor(ctx, viewer, `news ${since.toISOString()} ${through.toISOString()} ${limit}`),
        async (db): Promise<News> => {
          const freeDealIds = await readFreeDealIds({ ...ctx, db }, viewer, cached)
          const first = [...freeDealIds]
          const rows = await findNews(db, { since, through, first, limit })
          const total = await countNews(db, { since, through })
          return { deals: rows.map((row) => serializeDeal(row, viewer, freeDealIds)), total }
        },
      ),

    /**
     * The same with what is scheduled until then, as a class would see it, and the day of each: for the back office
     * alone.
     */
    listComing: async (
      viewer: Viewer,
      { limit, ...span }: NewsSpan & { limit: number },
    ): Promise<News & { days: string[] }> => {
      const rows = await findComing(ctx.db, { ...span, limit: MOST_COMING })
      const open = rows
        .filter((row) => row.isPreview)
        .toReversed()
        .slice(0, FREE_DEALS_A_DAY)
      const freeDealIds = new Set(open.map(({ id }) => id))
      const first = viewer.class === 'free' ? rows.filter(({ id }) => freeDealIds.has(id)) : []
      const inOrder = [...first, ...rows.filter((row) => !first.includes(row))]
      const deals = inOrder.slice(0, limit).map((row) => serializeDeal(row, viewer, freeDealIds))
      const days = rows.map(({ publishedAt, startsAt }) =>
        businessDay(publishedAt ?? startsAt ?? ctx.now()),
      )
      return { deals, total: rows.length, days }
    },

    /** JSON of `Editions`: the days to jump to, the same for everybody. */
    listEditions: () =>
      kept('editions', async (db) =>
        finishedJson(Editions, await findEditionSizes(db, { limit: MOST_LISTED_DAYS })),
      ),

    /** JSON of `ShownCarousels`: what rows of deals there are, the same for everybody. */
    listCarousels: () =>
      kept('carousels', async (db) =>
        finishedJson(ShownCarousels, await listShownCarousels({ db })),
      ),

    /** JSON of a list of deals: those of the front page (splash), or of one of the carousels. */
    listFeatured: (viewer: Viewer, carousel: number | undefined) =>
      kept(keyFor(ctx, viewer, `featured ${carousel ?? 'splash'}`), async (db) => {
        const rows = await findFeatured(db, { carousel, limit: MOST_IN_CAROUSEL })
        const freeDealIds = await readFreeDealIds({ ...ctx, db }, viewer, cached)
        return finishedJson(
          Deals,
          rows.map((row) => serializeDeal(row, viewer, freeDealIds)),
        )
      }),

    /** JSON of the day's free preview, in order of publication: open to free users and members. */
    listFreeDeals: (viewer: Viewer) =>
      kept(keyFor(ctx, viewer, 'free preview'), async (db) => {
        const { open, readable } = await findFreeDeals(db, businessDay(ctx.now()))
        const rows = open.length > 0 ? await findDealRecords(db, open) : []
        const inOrder = open.flatMap((id) => rows.find((row) => row.id === id) ?? [])
        return finishedJson(
          Deals,
          inOrder.map((row) => serializeDeal(row, viewer, readable)),
        )
      }),

    /** JSON of `CatalogueStats`: the same for everybody. */
    readStats: () =>
      kept(`stats ${businessDay(ctx.now())}`, async () =>
        finishedJson(CatalogueStats, (await countStats()).stats),
      ),

    /** The same with what they are made of and when. */
    countStats,

    /** Of these brands, by name, those with a deal in the feed. */
    listBrands: (names: readonly string[]) =>
      kept(`brands ${names.join(',')}`, (db) => findPublishedBrands(db, names)),

    /** Counts what lists deals beside the feed as a page of it; throws 429 after too many in an hour. */
    countPage: (viewer: Viewer) => countFeedPage(ctx, viewer),

    /** Deals that search engines are to know: what ended long ago is none of them. */
    countSitemapEntries: () => ctx.reads.feed((db) => countSitemapEntries(db, endedSince())),

    /** Of these, oldest first, what a list of addresses needs. */
    listSitemapEntries: (range: { offset: number; limit: number }) =>
      ctx.reads.feed((db) => findSitemapEntries(db, { ...range, endedSince: endedSince() })),

    readDeal,
    readDealWithLink,

    /**
     * The deal with its link; throws 401 or 403 when this viewer may not open it. Who it is and which
     * deal are asked at once: from far away each question takes its time.
     */
    openDeal: async (whoever: Promise<Viewer>, dealId: string) => {
      const [viewer, record] = await Promise.all([whoever, getPublishedDeal(dealId)])
      const deal = await linkDeal(viewer, record)
      if (deal.isAccessible) return { deal, viewer }
      if (viewer.class === 'visitor') throw signInRequired()
      throw forbidden('members-only', 'This deal is for members.')
    },
  }
}
export type Catalogue = ReturnType<typeof createCatalogue>
export type News = { deals: Deal[]; total: number }

/** More than any morning has. */
const MOST_COMING = 500

const catalogues = new WeakMap<AppContext, Catalogue>()

/** One for each context, with what it keeps at hand: for requests and for what is done without one, such as mails. */
export function catalogueOf(ctx: AppContext): Catalogue {
  const known = catalogues.get(ctx) ?? createCatalogue(ctx)
  catalogues.set(ctx, known)
  return known
}

function keyFor(ctx: AppContext, viewer: Viewer, what: string): string {
  // The free preview changes at midnight in Toronto without anything being announced.
  return `${what} ${viewer.class} ${businessDay(ctx.now())}`
}

async function sizeOfDay(db: Database, day: string) {
  const [size] = await findEditionSizes(db, { from: day, to: day })
  return size ?? { deals: 0, ended: 0 }
}

/** The whole days of these deals, which come newest first: as much of them as the feed lists. */
async function readDaysOf(db: Database, rows: Array<{ publishedDay: string | null }>) {
  const days = rows.flatMap(({ publishedDay }) => publishedDay ?? [])
  const [to, from] = [days[0], days.at(-1)]
  if (to === undefined || from === undefined) return []
  return findEditionSizes(db, { from, to })
}

async function readFreeDealIds(
  ctx: AppContext,
  viewer: Viewer,
  cached: AnswerCache,
): Promise<ReadonlySet<string>> {
  if (viewer.class !== 'free') return NONE
  const today = businessDay(ctx.now())
  return cached(`free deals ${today}`, async () => (await findFreeDeals(ctx.db, today)).readable)
}

const NONE: ReadonlySet<string> = new Set()
