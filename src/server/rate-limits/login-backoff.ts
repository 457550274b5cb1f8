import type { RawBuilder } from 'kysely'
import type { AppContext } from '#app/server/context.ts'
import { type Problem, tooManyRequests } from '#app/server/problem.ts'
import { type Counter, findWait, incrementCounters, refundCounters } from './counters.queries.ts'

/** Wrong answers in one bucket that cost nothing. */
const FREE_FAILURES = 5

/** Doubles with every further round of failures: 30 s, 1 min, 2 min ... at most an hour. */
export function waitSeconds(round: number): number {
  return Math.min(30 * 2 ** Math.max(0, round - 1), 3600)
}

type LoginAttempt = {
  /** Names the counters. */
  name: string
  /** Whose failures make whom wait, such as an account tried from one network. */
  bucket: string
  bucketSeconds: number
  /** What many buckets share; full, it refuses them all. Empty for a browser that is known. */
  shared: Counter[]
  /** What a right answer starts afresh; the other shared ones only get this attempt back. */
  forgiven?: Counter[]
  /** For people, when it is too many. */
  message: string
}

/** An attempt that has been counted. */
export type CountedAttempt = {
  /** For when the answer was never looked at after all. */
  refund: () => Promise<void>
  /** For when it was right: a statement of its own, or a part of the one that lets them in. */
  forgiving: RawBuilder<unknown>
}

/**
 * Slows guessing without ever locking anybody out for good. Each attempt is counted before its
 * answer is looked at, so that parallel ones cannot slip through, and taken back when it was right.
 * Throws 429 with the seconds to wait.
 */
export async function countAttempt(
  ctx: Pick<AppContext, 'db' | 'now'>,
  attempt: LoginAttempt,
): Promise<CountedAttempt> {
  const { name, bucket, bucketSeconds, shared, forgiven = [], message } = attempt
  // Counts only; how long to wait follows from the count.
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
  // Past the free ones, one attempt at a time has its turn, and then all wait.
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
