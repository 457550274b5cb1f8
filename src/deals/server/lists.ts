import type { Database } from '#app/db/database.ts'
import { ShownCarousels } from '#app/deals/carousels.contract.ts'
import { Deals, DealsPage, Editions } from '#app/deals/deals.contract.ts'
import { MOST_IN_CAROUSEL, MOST_LISTED_DAYS } from '#app/deals/deals.facts.ts'
import { findDealRecords } from '#app/deals/server/deal/deal.queries.ts'
import { serializeDeal } from '#app/deals/server/deal/serialize-deal.ts'
import { listShownCarousels } from '#app/deals/server/feed/carousels.ts'
import type { ClassAnswers } from '#app/deals/server/feed/class-answers.ts'
import {
  findDay,
  findEditionSizes,
  findFeatured,
  findFeed,
  sizeOfFeed,
} from '#app/deals/server/feed/feed.queries.ts'
import { findFreeDeals } from '#app/deals/server/feed/free-deals.ts'
import type { Viewer } from '#app/membership/server/membership.ts'
import type { AppContext } from '#app/server/context.ts'
import { finishedJson } from '#app/server/http/packed.ts'
import { businessDay } from '#app/shared/dates.ts'
import { countFeedPage } from './reading-limits.ts'

/** The feed with its days, and the lists of deals on other pages. */
export function createLists(ctx: AppContext, { kept, keyFor, freeDealIdsOf }: ClassAnswers) {
  return {
    /**
     * JSON of a `DealsPage`, newest first: of the whole feed, or of one day. Counts towards the hourly limit of
     * those who are signed in.
     */
    listFeed: async (
      viewer: Viewer,
      { page, limit, day }: { page: number; limit: number; day?: string | undefined },
    ) => {
      await countFeedPage(ctx, viewer)
      return kept(keyFor(viewer, `feed ${page} ${limit} ${day ?? ''}`), async (db) => {
        const place = { offset: (page - 1) * limit, limit }
        const { deals: total, ended } = await (day ? sizeOfDay(db, day) : sizeOfFeed(db))
        const rows = await (day
          ? findDay(db, { ...place, day })
          : findFeed(db, { ...place, total }))
        const freeDealIds = await freeDealIdsOf(viewer, db)
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

    /** JSON of `Editions`: the days to jump to, the same for everybody. */
    listEditions: () =>
      kept('editions', async (db) =>
        finishedJson(Editions, await findEditionSizes(db, { limit: MOST_LISTED_DAYS })),
      ),

    /** JSON of `ShownCarousels`, the same for everybody. */
    listCarousels: () =>
      kept('carousels', async (db) =>
        finishedJson(ShownCarousels, await listShownCarousels({ db })),
      ),

    /** JSON of the deals of one carousel, or of the front page (splash) when `carousel` is undefined. */
    listFeatured: (viewer: Viewer, carousel: number | undefined) =>
      kept(keyFor(viewer, `featured ${carousel ?? 'splash'}`), async (db) => {
        const rows = await findFeatured(db, { carousel, limit: MOST_IN_CAROUSEL })
        const freeDealIds = await freeDealIdsOf(viewer, db)
        return finishedJson(
          Deals,
          rows.map((row) => serializeDeal(row, viewer, freeDealIds)),
        )
      }),

    /** JSON of today's free deals, in order of publication: open to free accounts and members. */
    listFreeDeals: (viewer: Viewer) =>
      kept(keyFor(viewer, 'free preview'), async (db) => {
        const { open, readable } = await findFreeDeals(db, businessDay(ctx.now()))
        const rows = open.length > 0 ? await findDealRecords(db, open) : []
        const inOrder = open.flatMap((id) => rows.find((row) => row.id === id) ?? [])
        return finishedJson(
          Deals,
          inOrder.map((row) => serializeDeal(row, viewer, readable)),
        )
      }),

    /** Counts a list of deals outside the feed as a page of the feed; throws 429 above the hourly limit. */
    countPage: (viewer: Viewer) => countFeedPage(ctx, viewer),
  }
}

async function sizeOfDay(db: Database, day: string) {
  const [size] = await findEditionSizes(db, { from: day, to: day })
  return size ?? { deals: 0, ended: 0 }
}

/** The full sizes of the days these deals are from; `rows` come newest first. */
async function readDaysOf(db: Database, rows: Array<{ publishedDay: string | null }>) {
  const days = rows.flatMap(({ publishedDay }) => publishedDay ?? [])
  const [to, from] = [days[0], days.at(-1)]
  if (to === undefined || from === undefined) return []
  return findEditionSizes(db, { from, to })
}
