import type { Database } from '#app/db/database.ts'
import type { Viewer } from '#app/membership/server/membership.ts'
import { createAnswerCache } from '#app/server/answer-cache.ts'
import type { AppContext } from '#app/server/context.ts'
import { businessDay } from '#app/shared/dates.ts'
import { findFreeDeals } from './free-deals.ts'

export type ClassAnswers = ReturnType<typeof createClassAnswers>

/**
 * Caches finished answers per class of viewer (visitor, free, member), since lists differ by nothing else. The
 * viewer is determined anew for every request.
 */
export function createClassAnswers(ctx: AppContext) {
  const cached = createAnswerCache(ctx.live, 'deals', 'catalogue')

  return {
    /** Caches an answer, which may come from a replica, until a deal changes. */
    kept: <T>(key: string, produce: (db: Database) => Promise<T>) =>
      cached(key, () => ctx.reads.feed(produce)),

    /** The cache key of an answer for this class of viewer, today. */
    keyFor: (viewer: Viewer, what: string) =>
      // The free deals change at midnight in Toronto without an announcement.
      `${what} ${viewer.class} ${businessDay(ctx.now())}`,

    /** The ids that free accounts may read today; empty for other classes, who may read all or nothing. */
    freeDealIdsOf: async (viewer: Viewer, db: Database = ctx.db): Promise<ReadonlySet<string>> => {
      if (viewer.class !== 'free') return NONE
      const today = businessDay(ctx.now())
      return cached(`free deals ${today}`, async () => (await findFreeDeals(db, today)).readable)
    },
  }
}

const NONE: ReadonlySet<string> = new Set()
