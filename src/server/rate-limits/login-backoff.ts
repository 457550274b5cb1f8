import type { RawBuilder } from 'kysely'
import type { Database } from '#app/db/database.ts'
import { type Problem, tooManyRequests } from '#app/server/problem.ts'
import { countTogether, type Tally, takingBack, waitFor } from './counters.ts'

/** Wrong answers in one bucket that cost nothing. */
export const FREE_FAILURES = 5

/** Doubles with every further round of failures: 30 s, 1 min, 2 min ... at most an hour. */
export function waitSeconds(round: number): number {
  return Math.min(30 * 2 ** Math.max(0, round - 1), 3600)
}

type Attempt = {
  /** Names the counters. */
  name: string
  /** Whose failures make whom wait, such as an account tried from one network. */
  bucket: string
  bucketSeconds: number
  /** What many buckets share; full, it refuses them all. Empty for a browser that is known. */
  shared: Tally[]
  /** What a right answer starts afresh; the other shared ones only get this attempt back. */
  forgiven?: Tally[]
  /** For people, when it is too many. */
  message: string
}

/** An attempt that has been counted. */
export type CountedAttempt = {
  /** For when the answer was never looked at after all. */
  takeBack: () => Promise<void>
  /** For when it was right: a statement of its own, or a part of the one that lets them in. */
  forgiving: RawBuilder<unknown>
}

/**
 * Slows guessing without ever locking anybody out for good. Each attempt is counted before its
 * answer is looked at, so that parallel ones cannot slip through, and taken back when it was right.
 * Throws 429 with the seconds to wait.
 */
export async function countAttempt(db: Database, attempt: Attempt): Promise<CountedAttempt> {
  const { name, bucket, bucketSeconds, shared, forgiven = [], message } = attempt
  // Counts only; how long to wait follows from the count.
  const failures: Tally = {
    key: `${name}-failures:${bucket}`,
    limit: Number.MAX_SAFE_INTEGER,
    windowSeconds: bucketSeconds,
  }
  const turn: Tally = { key: `${name}-turn:${bucket}`, limit: 1, windowSeconds: 1 }
  const counted = [...shared, failures]
  const keys = counted.map(({ key }) => key)

  const counts = await countTogether(db, counted, [turn])
  if (!counts) throw await tooMany(db, [...counted, turn], message)
  const overfull = shared.filter(({ key, limit }) => (counts.get(key) ?? 0) > limit)
  if (overfull.length > 0) {
    await takingBack({ refunded: keys }).execute(db)
    throw await tooMany(db, overfull, message)
  }
  // Past the free ones, one attempt at a time has its turn, and then all wait.
  const failed = counts.get(failures.key) ?? 0
  const needsTurn = failed >= FREE_FAILURES
  if (needsTurn) {
    const next = { ...turn, windowSeconds: waitSeconds(failed - FREE_FAILURES + 1) }
    const taken = await countTogether(db, [next])
    if (taken?.get(turn.key) !== 1) throw await tooMany(db, [turn], message)
  }
  const turns = needsTurn ? [turn.key] : []
  const afresh = forgiven.map(({ key }) => key)

  return {
    takeBack: async () => {
      await takingBack({ refunded: keys, reset: turns }).execute(db)
    },
    forgiving: takingBack({
      refunded: shared.map(({ key }) => key).filter((key) => !afresh.includes(key)),
      reset: [...afresh, failures.key, ...turns],
    }),
  }
}

async function tooMany(db: Database, full: Tally[], message: string): Promise<Problem> {
  return tooManyRequests(message, await waitFor(db, full))
}
