import { CompiledQuery, sql } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database, Trx } from '#app/db/database.ts'

export type Verdict = { isAllowed: true } | { isAllowed: false; waitSeconds: number }

type Throttle = {
  /** Counts one. `windowSeconds` opens a window of another length than usual, if this opens one. */
  consume: (key: string, windowSeconds?: number) => Promise<Verdict & { count: number }>
  /** Looks without counting. */
  check: (key: string) => Promise<Verdict>
  /** Takes one back: what was counted turned out to be harmless. */
  refund: (key: string) => Promise<void>
  reset: (key: string) => Promise<void>
}

/**
 * At most `limit` in `windowSeconds` for each key, counted in the database for all processes
 * together.
 */
export function createThrottle(
  db: Database,
  { name, limit, windowSeconds }: { name: string; limit: number; windowSeconds: number },
): Throttle {
  const limiter = new RateLimiterPostgres({
    storeClient: {
      query: async ({ text, values }: { text: string; values?: unknown[] }) => {
        const { rows } = await db.executeQuery(CompiledQuery.raw(text, values ?? []))
        // It asks for the count in the words of `pg`, for which Kysely has others.
        return { rows, rowCount: rows.length }
      },
    },
    storeType: 'client',
    tableName: 'throttles',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points: limit,
    duration: windowSeconds,
  })

  return {
    async consume(key, customDuration) {
      try {
        const result = await limiter.consume(key, 1, customDuration ? { customDuration } : {})
        return { isAllowed: true, count: result.consumedPoints }
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        return { ...refused(refusal), count: refusal.consumedPoints }
      }
    },
    async check(key) {
      const result = await limiter.get(key)
      return result && result.consumedPoints >= limit ? refused(result) : { isAllowed: true }
    },
    async refund(key) {
      await limiter.reward(key)
    },
    async reset(key) {
      await limiter.delete(key)
    },
  }
}

function refused({ msBeforeNext }: { msBeforeNext: number }) {
  return { isAllowed: false as const, waitSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) }
}

/** Rows of windows that are long over. */
export async function deleteOldThrottles(db: Database, now: Date): Promise<void> {
  await db
    .deleteFrom('throttles')
    .where('expire', '<', now.getTime() - 3_600_000)
    .execute()
}

/** Counters that name a person by id; those by address hold a hash of it and run out. */
export async function deleteThrottlesOf(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('throttles').where(sql<boolean>`position(${userId} in key) > 0`).execute()
}
