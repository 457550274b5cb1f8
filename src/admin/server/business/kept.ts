import { BusinessNumbers } from '#app/admin/metrics/business.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Queue } from '#app/server/jobs/job-workers.ts'
import { Problem } from '#app/server/problem.ts'
import { businessDay } from '#app/shared/dates.ts'
import { readBusinessNumbers } from './business.ts'
import { findLastBusinessDay, hasMemberships, keepBusinessDay } from './kept.queries.ts'

/** So many memberships take seconds to count, and nobody waits for that. */
const MANY = 50_000
/** The numbers of the whole club, counted for everybody. */
export const BUSINESS_NUMBERS_QUEUE = 'business-numbers'

export const businessNumbersQueue: Queue = {
  cron: '7 * * * *',
  policy: 'exclusive',
  work: countForAll,
}

/** Counts on a connection for work, where nobody waits, and keeps what it comes to as that of its day. */
async function countForAll(ctx: AppContext): Promise<void> {
  const now = ctx.payments.providerNow()
  const numbers = await readBusinessNumbers({ db: ctx.db, now: () => now })
  await keepBusinessDay(ctx.db, { day: businessDay(now), countedAt: now, numbers })
}

/**
 * A small club is counted anew for whoever asks, once at a time; of a large one there is what was counted last.
 * Throws 503 before that.
 */
export function createBusinessNumbers(ctx: AppContext): () => Promise<BusinessNumbers> {
  let counting: Promise<BusinessNumbers> | undefined
  return async () => {
    if (await hasMemberships(ctx.db, MANY)) return readKept(ctx)
    counting ??= ctx.reads
      .figures((db) => readBusinessNumbers({ db, now: ctx.payments.providerNow }))
      .finally(() => {
        counting = undefined
      })
    return counting
  }
}

async function readKept(ctx: AppContext): Promise<BusinessNumbers> {
  const row = await findLastBusinessDay(ctx.db)
  const kept = BusinessNumbers.safeParse(row?.numbers)
  // What an older version of the product has kept may be of another shape.
  if (kept.success) return { ...kept.data, isKept: true }
  await ctx.db
    .transaction()
    .execute((trx) =>
      ctx.jobs.send(trx, BUSINESS_NUMBERS_QUEUE, {}, { singletonKey: BUSINESS_NUMBERS_QUEUE }),
    )
  throw new Problem(
    503,
    'being-counted',
    'These numbers are being counted for the first time. Come back in some minutes.',
    { retryAfterSeconds: 60 },
  )
}
