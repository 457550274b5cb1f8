import { BusinessNumbers } from '#app/admin/metrics/business.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Queue } from '#app/server/jobs/job-workers.ts'
import { Problem } from '#app/server/problem.ts'
import { businessDay } from '#app/shared/dates.ts'
import { readBusinessNumbers } from './business.ts'
import { findLastBusinessDay, hasMemberships, keepBusinessDay } from './kept.queries.ts'

/** From this many memberships on, counting takes seconds, too long for a request. */
const MANY = 50_000
/** Counts the numbers of the whole club in the background. */
export const BUSINESS_NUMBERS_QUEUE = 'business-numbers'

export const businessNumbersQueue: Queue = {
  cron: '7 * * * *',
  policy: 'exclusive',
  work: countForAll,
}

/** Counts on a background connection, where no request waits, and stores the result for its day. */
async function countForAll(ctx: AppContext): Promise<void> {
  const now = ctx.payments.providerNow()
  const numbers = await readBusinessNumbers({ db: ctx.db, now: () => now })
  await keepBusinessDay(ctx.db, { day: businessDay(now), countedAt: now, numbers })
}

/**
 * Returns the numbers: a small club is counted for each request, sharing a count in progress; a large one
 * gets the last stored count. Throws 503 while there is none.
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
  // An older version of the product may have stored another shape.
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
