import type { Deal } from '#app/deals/deals.contract.ts'
import { serializeDeal } from '#app/deals/server/deal/serialize-deal.ts'
import type { Viewer } from '#app/membership/server/membership.ts'
import type { AppContext } from '#app/server/context.ts'
import { businessDay } from '#app/shared/dates.ts'
import { FREE_DEALS_A_DAY } from '#app/shared/free-account.ts'
import type { ClassAnswers } from './class-answers.ts'
import {
  countNews,
  findComing,
  findNewestEdition,
  findNews,
  type NewsSpan,
} from './news.queries.ts'

export type News = { deals: Deal[]; total: number }

/** Far above any real edition. */
const MOST_COMING = 500

/** Deals published since a given moment, for mails and notices. */
export function createNews(ctx: AppContext, { kept, keyFor, freeDealIdsOf }: ClassAnswers) {
  return {
    /** The newest day with a living deal; undefined before the first. */
    readNewestEdition: () =>
      kept(`newest edition ${businessDay(ctx.now())}`, (db) => findNewestEdition(db, ctx.now())),

    /**
     * Living deals published in the span, as one class sees them; for free accounts the day's free deals come
     * first. Returns the same object until something changes.
     */
    listNews: (viewer: Viewer, { since, through, limit }: NewsSpan & { limit: number }) =>
      kept(
        keyFor(viewer, `news ${since.toISOString()} ${through.toISOString()} ${limit}`),
        async (db): Promise<News> => {
          const freeDealIds = await freeDealIdsOf(viewer, db)
          const first = [...freeDealIds]
          const rows = await findNews(db, { since, through, first, limit })
          const total = await countNews(db, { since, through })
          return { deals: rows.map((row) => serializeDeal(row, viewer, freeDealIds)), total }
        },
      ),

    /**
     * The same including deals scheduled in the span, as a class would see them, and the day of each: for the
     * back office only.
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
  }
}
