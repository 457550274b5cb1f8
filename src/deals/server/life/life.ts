import { lockDeals } from '#app/deals/server/deal/deal.queries.ts'
import { rememberFreeDeals } from '#app/deals/server/feed/free-deals.ts'
import type { AppContext } from '#app/server/context.ts'
import { announce } from '#app/server/live.ts'
import { businessDay } from '#app/shared/dates.ts'
import { endDue, findNextDue, leaveDue, startDue } from './life.queries.ts'

/** The next moment at which the clock alone changes what is shown, in milliseconds; Infinity for none. */
export async function nextDueMs(ctx: Pick<AppContext, 'db' | 'now'>): Promise<number> {
  const dueAt = await findNextDue(ctx.db, businessDay(ctx.now()))
  return dueAt?.getTime() ?? Number.POSITIVE_INFINITY
}

/**
 * Does the due work: deals go out, end, and leave the feed. The first caller does and announces it; others find
 * nothing to do. Returns how many deals changed.
 */
export async function doWhatIsDue(ctx: Pick<AppContext, 'db' | 'now'>): Promise<number> {
  const now = ctx.now()
  if ((await nextDueMs(ctx)) > now.getTime()) return 0
  return ctx.db.transaction().execute(async (trx) => {
    await lockDeals(trx)
    const today = businessDay(now)
    const started = await startDue(trx, now)
    await rememberFreeDeals(trx, today)
    const ended = await endDue(trx, now)
    const left = await leaveDue(trx, today)
    if (started + ended + left > 0) await announce(trx, 'deals')
    return started + ended + left
  })
}

/** Every minute, for pages that stay open while no request arrives. */
export const lifeQueue = {
  work: async (ctx: AppContext) => {
    await doWhatIsDue(ctx)
  },
  cron: '* * * * *',
}
