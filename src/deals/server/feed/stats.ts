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

/** Figures of the catalogue. */
export function createStats(ctx: AppContext, { kept }: ClassAnswers) {
  /** Recounted on the first request after a change or after midnight. */
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
    /** JSON of `CatalogueStats`, the same for everybody. */
    readStats: () =>
      kept(`stats ${businessDay(ctx.now())}`, async () =>
        finishedJson(CatalogueStats, (await countStats()).stats),
      ),

    /** The figures with their time and the number of deals they are based on. */
    countStats,

    /** Those of the named brands that have a living deal. */
    listBrands: (names: readonly string[]) =>
      kept(`brands ${names.join(',')}`, (db) => findPublishedBrands(db, names)),
  }
}
