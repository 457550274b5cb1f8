import { ENDED_SHOWN_DAYS } from '#app/deals/life.facts.ts'
import { createClassAnswers } from '#app/deals/server/feed/class-answers.ts'
import { countSitemapEntries, findSitemapEntries } from '#app/deals/server/feed/feed.queries.ts'
import { createNews } from '#app/deals/server/feed/news.ts'
import { createStats } from '#app/deals/server/feed/stats.ts'
import type { AppContext } from '#app/server/context.ts'
import { DAY_MS } from '#app/shared/dates.ts'
import { createLists } from './lists.ts'
import { createReading } from './reading.ts'

/** The catalogue as people see it. */
export function createCatalogue(ctx: AppContext) {
  const answers = createClassAnswers(ctx)
  const endedSince = () => new Date(ctx.now().getTime() - ENDED_SHOWN_DAYS * DAY_MS)

  return {
    ...createReading(ctx, answers),
    ...createLists(ctx, answers),
    ...createNews(ctx, answers),
    ...createStats(ctx, answers),

    /** Counts the deals that search engines should know: not those that ended long ago. */
    countSitemapEntries: () => ctx.reads.feed((db) => countSitemapEntries(db, endedSince())),

    /** Lists a range of those deals for a sitemap, oldest first. */
    listSitemapEntries: (range: { offset: number; limit: number }) =>
      ctx.reads.feed((db) => findSitemapEntries(db, { ...range, endedSince: endedSince() })),
  }
}

export type Catalogue = ReturnType<typeof createCatalogue>

const catalogues = new WeakMap<AppContext, Catalogue>()

/** Returns the one instance per context, which holds the caches; also for work without a request, such as mails. */
export function catalogueOf(ctx: AppContext): Catalogue {
  const known = catalogues.get(ctx) ?? createCatalogue(ctx)
  catalogues.set(ctx, known)
  return known
}
