import { setTimeout as delay } from 'node:timers/promises'
import type { AppContext } from '#app/server/context.ts'
import type { Queue } from '#app/server/jobs/job-workers.ts'
import { handOnAlerts } from './handing-on.ts'
import { tellOfDeals } from './telling.ts'

export const TELLING_QUEUE = 'telling'

/** Runs every minute, and as soon as deals are announced to have changed. */
export const tellingQueue: Queue = {
  cron: '* * * * *',
  work: async (ctx) => {
    await tellOfDeals(ctx)
    await handOnAlerts(ctx)
  },
}

/** Batches changes, because a morning's publication is many of them. */
const PAUSE_MS = 2000

/** Queues a run when deals change; anything missed is picked up within a minute. */
export function tellWhenDealsChange(ctx: AppContext): void {
  let isAsked = false
  ctx.live.subscribe('deals', async () => {
    if (isAsked) return
    isAsked = true
    await delay(PAUSE_MS, undefined, { ref: false })
    isAsked = false
    if (ctx.isDraining()) return
    await ctx.db
      .transaction()
      .execute((trx) => ctx.jobs.send(trx, TELLING_QUEUE, {}, { singletonKey: 'heard' }))
      .catch((error) =>
        ctx.log.warn({ err: error }, 'changes of deals are looked at a little later'),
      )
  })
}
