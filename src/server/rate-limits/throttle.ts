import type { AppContext } from '#app/server/context.ts'
import { type Counter, findWait, findWaits, incrementCounters } from './counters.queries.ts'

export type Verdict = { isAllowed: true } | { isAllowed: false; waitSeconds: number }

/** How often, in how long; `name` tells its counters from those of others. */
export type Limit = { name: string; limit: number; windowSeconds: number }

type Throttle = {
  /** Counts one. What is refused is not counted. */
  consume: (key: string) => Promise<Verdict>
  /** Looks without counting. */
  check: (key: string) => Promise<Verdict>
}

/**
 * At most `limit` in `windowSeconds` for each key, counted in the database for all processes
 * together.
 */
export function createThrottle(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { name, limit, windowSeconds }: Limit,
): Throttle {
  const counterOf = (key: string): Counter => ({ key: `${name}:${key}`, limit, windowSeconds })

  async function check(key: string): Promise<Verdict> {
    const waitSeconds = await findWait(db, [counterOf(key)], now())
    return waitSeconds === undefined ? { isAllowed: true } : { isAllowed: false, waitSeconds }
  }

  return {
    check,
    consume: async (key) => {
      const counter = counterOf(key)
      const counts = await incrementCounters(db, [counter], { now: now() })
      // Of several at once each has a count of its own, and some may be past the limit.
      if ((counts?.get(counter.key) ?? Infinity) <= limit) return { isAllowed: true }
      const waitSeconds = (await findWait(db, [counter], now())) ?? 1
      return { isAllowed: false, waitSeconds }
    },
  }
}

/** A limit and whose count it is of. */
export type Counted = [limit: Limit, key: string]

/** Counts one of each in one statement; of none when one of them is full. */
export async function consumeAll(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  counted: Counted[],
): Promise<Verdict> {
  const counters = counted.map(toCounter)
  const counts = await incrementCounters(db, counters, { now: now() })
  const isFull = ({ key, limit }: Counter) => (counts?.get(key) ?? Infinity) > limit
  if (!counters.some(isFull)) return { isAllowed: true }
  return { isAllowed: false, waitSeconds: (await findWait(db, counters, now())) ?? 1 }
}

/** The first of them that is full, without counting; undefined when none is. */
export async function findFirstFull(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  counted: Counted[],
): Promise<{ limit: Limit; waitSeconds: number } | undefined> {
  const waits = await findWaits(db, counted.map(toCounter), now())
  for (const each of counted) {
    const waitSeconds = waits.get(toCounter(each).key)
    if (waitSeconds !== undefined) return { limit: each[0], waitSeconds }
  }
}

function toCounter([{ name, limit, windowSeconds }, key]: Counted): Counter {
  return { key: `${name}:${key}`, limit, windowSeconds }
}
