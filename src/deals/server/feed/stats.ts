import { CatalogueStats } from '#app/deals/deals.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import { finishedJson } from '#app/server/http/packed.ts'
import { businessDay } from '#app/shared/dates.ts'
import { dealsADay, upTo, wholePercent } from './catalogue-counts.rules.ts'
import type { ClassAnswers } from './class-answers.ts'
import {
  findCatalogueCounts,
  findFeedDays,
  findPublishedBrands,
  findReachedByTenth,
} from './feed.queries.ts'

/** What the catalogue says of itself: how many of what, and what is saved. */
export function createStats(ctx: AppContext, { kept }: ClassAnswers) {
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

  return {
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
  }
}
