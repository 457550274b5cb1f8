import type { Database } from '#app/db/database.ts'
import { createAnswerCache } from '#app/server/answer-cache.ts'
import type { AppContext } from '#app/server/context.ts'
import { notFound } from '#app/server/problem.ts'
import { businessDay } from '#app/shared/dates.ts'

export type Kept = ReturnType<typeof createKeptAnswers>

/**
 * Caches answers until the business day ends or a deal changes; they may be read from a replica. `cache` is the
 * cache's name in the metrics. Missing pages are not cached, because anybody can make up addresses.
 */
export function createKeptAnswers(ctx: AppContext, cache: string) {
  const cached = createAnswerCache(ctx.live, 'deals', cache)

  /** Throws 404 when `produce` returns undefined; `what` names what is missing. */
  return async <T>(
    key: string,
    produce: (db: Database) => Promise<T | undefined>,
    what: string,
  ): Promise<T> => {
    const answer = await cached(
      `${key} ${businessDay(ctx.now())}`,
      () => ctx.reads.feed(produce),
      (found) => found !== undefined,
    )
    if (answer === undefined) throw notFound(what)
    return answer
  }
}
