import type { RawBuilder } from 'kysely'
import type { AppContext } from '#app/server/context.ts'
import { type Problem, tooManyRequests } from '#app/server/problem.ts'
import { type Counter, findWait, incrementCounters, refundCounters } from './counters.queries.ts'

/** Failures per bucket before there is any wait. */
const FREE_FAILURES = 5

/** Doubles with every further round of failures: 30 s, 1 min, 2 min ... at most an hour. */
export function waitSeconds(round: number): number {
  return Math.min(30 * 2 ** Math.max(0, round - 1), 3600)
}

type LoginAttempt = {
  /** Prefix of the counter keys. */
  name: string
  /** Failures in a bucket delay only that bucket, such as one account tried from one network. */
  bucket: string
  bucketSeconds: number
  /** Counters shared by many buckets, which refuse all of them when full. Empty for a known browser. */
  shared: Counter[]
  /** Shared counters that a right answer resets; the others only get this attempt back. */
  forgiven?: Counter[]
  /** Message when there are too many attempts. */
  message: string
}

/** An attempt that has been counted as a failure. */
export type CountedAttempt = {
  /** Call when the answer was not checked after all. */
  refund: () => Promise<void>
  /** Execute when the answer was right, alone or within the statement that opens the session. */
  forgiving: RawBuilder<unknown>
}

/**
 * Exponential backoff against guessing that never locks anybody out for good. Each attempt is counted as a failure before
 * its answer is checked, so that parallel ones cannot slip through, and refunded when it was right. Throws 429 with
 * the seconds to wait.
 */
export async function countAttempt(
  ctx: Pick<AppContext, 'db' | 'now'>,
  attempt: LoginAttempt,
): Promise<CountedAttempt> {
  const { name, bucket, bucketSeconds, shared, forgiven = [], message } = attempt
  // Only counts: the wait is computed from it.
  const failures: Counter = {
    key: `${name}-failures:${bucket}`,
    limit: Number.MAX_SAFE_INTEGER,
    windowSeconds: bucketSeconds,
  }
  const turn: Counter = { key: `${name}-turn:${bucket}`, limit: 1, windowSeconds: 1 }
  const counted = [...shared, failures]
  const keys = counted.map(({ key }) => key)

  const now = ctx.now()
  const counts = await incrementCounters(ctx.db, counted, { now, barriers: [turn] })
  if (!counts) throw await tooMany(ctx, [...counted, turn], message)
  const overfull = shared.filter(({ key, limit }) => (counts.get(key) ?? 0) > limit)
  if (overfull.length > 0) {
    await refundCounters({ refunded: keys }).execute(ctx.db)
    throw await tooMany(ctx, overfull, message)
  }
  // After the free failures, one attempt gets through per wait, all others are refused.
  const failed = counts.get(failures.key) ?? 0
  const needsTurn = failed >= FREE_FAILURES
  if (needsTurn) {
    const next = { ...turn, windowSeconds: waitSeconds(failed - FREE_FAILURES + 1) }
    const taken = await incrementCounters(ctx.db, [next], { now })
    if (taken?.get(turn.key) !== 1) throw await tooMany(ctx, [turn], message)
  }
  const turns = needsTurn ? [turn.key] : []
  const afresh = forgiven.map(({ key }) => key)

  return {
    refund: async () => {
      await refundCounters({ refunded: keys, reset: turns }).execute(ctx.db)
    },
    forgiving: refundCounters({
      refunded: shared.map(({ key }) => key).filter((key) => !afresh.includes(key)),
      reset: [...afresh, failures.key, ...turns],
    }),
  }
}

async function tooMany(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  full: Counter[],
  message: string,
): Promise<Problem> {
  return tooManyRequests(message, (await findWait(db, full, now())) ?? 1)
}
