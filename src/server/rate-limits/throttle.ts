import type { AppContext } from '#app/server/context.ts'
import { type Counter, findWait, findWaits, incrementCounters } from './counters.queries.ts'

export type Verdict = { isAllowed: true } | { isAllowed: false; waitSeconds: number }

/** Events per window; `name` is the prefix of the counter keys. */
export type Limit = { name: string; limit: number; windowSeconds: number }

type Throttle = {
  /** Counts one event; refused ones are not counted. */
  consume: (key: string) => Promise<Verdict>
  /** Checks without counting. */
  check: (key: string) => Promise<Verdict>
}

/**
 * Allows at most `limit` events in `windowSeconds` for each key, counted in the database over all
 * processes.
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
      // Concurrent calls get distinct counts, and some may exceed the limit.
      if ((counts?.get(counter.key) ?? Infinity) <= limit) return { isAllowed: true }
      const waitSeconds = (await findWait(db, [counter], now())) ?? 1
      return { isAllowed: false, waitSeconds }
    },
  }
}

/** A limit and the key to count. */
export type Counted = [limit: Limit, key: string]

/** Counts one event for each in a single statement; none when one of them is full. */
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

/** The first full one, without counting; undefined when none is full. */
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
