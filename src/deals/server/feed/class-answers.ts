import type { Database } from '#app/db/database.ts'
import type { Viewer } from '#app/membership/server/membership.ts'
import { createAnswerCache } from '#app/server/answer-cache.ts'
import type { AppContext } from '#app/server/context.ts'
import { businessDay } from '#app/shared/dates.ts'
import { findFreeDeals } from './free-deals.ts'

export type ClassAnswers = ReturnType<typeof createClassAnswers>

/**
 * The lists differ only by class of viewer (visitor, free, member), so finished answers are kept by class; who a
 * viewer is, is asked on every request.
 */
export function createClassAnswers(ctx: AppContext) {
  const cached = createAnswerCache(ctx.live, 'deals', 'catalogue')

  return {
    /** What is made from a copy of the database, until a deal changes. */
    kept: <T>(key: string, produce: (db: Database) => Promise<T>) =>
      cached(key, () => ctx.reads.feed(produce)),

    /** The key of what this class of viewer is answered today. */
    keyFor: (viewer: Viewer, what: string) =>
      // The free preview changes at midnight in Toronto without anything being announced.
      `${what} ${viewer.class} ${businessDay(ctx.now())}`,

    /** What free accounts may read today; none for others, who may read all or nothing. */
    freeDealIdsOf: async (viewer: Viewer, db: Database = ctx.db): Promise<ReadonlySet<string>> => {
      if (viewer.class !== 'free') return NONE
      const today = businessDay(ctx.now())
      return cached(`free deals ${today}`, async () => (await findFreeDeals(db, today)).readable)
    },
  }
}

const NONE: ReadonlySet<string> = new Set()
