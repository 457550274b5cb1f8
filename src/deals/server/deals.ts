import { ENDED_SHOWN_DAYS } from '#app/deals/life.facts.ts'
import { createClassAnswers } from '#app/deals/server/feed/class-answers.ts'
import { countSitemapEntries, findSitemapEntries } from '#app/deals/server/feed/feed.queries.ts'
import { createNews } from '#app/deals/server/feed/news.ts'
import { createStats } from '#app/deals/server/feed/stats.ts'
import type { AppContext } from '#app/server/context.ts'
import { DAY_MS } from '#app/shared/dates.ts'
import { createLists } from './lists.ts'
import { createReading } from './reading.ts'

/** What people see of the catalogue. */
export function createCatalogue(ctx: AppContext) {
  const answers = createClassAnswers(ctx)
  const endedSince = () => new Date(ctx.now().getTime() - ENDED_SHOWN_DAYS * DAY_MS)

  return {
    ...createReading(ctx, answers),
    ...createLists(ctx, answers),
    ...createNews(ctx, answers),
    ...createStats(ctx, answers),

    /** Deals that search engines are to know: what ended long ago is none of them. */
    countSitemapEntries: () => ctx.reads.feed((db) => countSitemapEntries(db, endedSince())),

    /** Of these, oldest first, what a list of addresses needs. */
    listSitemapEntries: (range: { offset: number; limit: number }) =>
      ctx.reads.feed((db) => findSitemapEntries(db, { ...range, endedSince: endedSince() })),
  }
}

export type Catalogue = ReturnType<typeof createCatalogue>

const catalogues = new WeakMap<AppContext, Catalogue>()

/** One for each context, with what it keeps at hand: for requests and for what is done without one, such as mails. */
export function catalogueOf(ctx: AppContext): Catalogue {
  const known = catalogues.get(ctx) ?? createCatalogue(ctx)
  catalogues.set(ctx, known)
  return known
}
