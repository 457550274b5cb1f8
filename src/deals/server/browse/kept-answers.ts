import type { Database } from '#app/db/database.ts'
import { createAnswerCache } from '#app/server/answer-cache.ts'
import type { AppContext } from '#app/server/context.ts'
import { notFound } from '#app/server/problem.ts'
import { businessDay } from '#app/shared/dates.ts'

export type Kept = ReturnType<typeof createKeptAnswers>

/**
 * Answers made from a copy, kept for the day and until a deal changes; `cache` is their name among what is counted.
 * What is not there is not kept: anybody can make up addresses.
 */
export function createKeptAnswers(ctx: AppContext, cache: string) {
  const cached = createAnswerCache(ctx.live, 'deals', cache)

  /** Throws 404 where `produce` finds none; `what` is what there is none of. */
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
