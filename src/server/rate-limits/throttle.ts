import type { AppContext } from '#app/server/context.ts'
import { type Counter, findWait, incrementCounters } from './counters.queries.ts'

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
