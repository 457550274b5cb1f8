import { sql } from 'kysely'
import { forgetOldSessions } from '#app/accounts/server/accounts.ts'
import type { AppContext } from '#app/server/context.ts'
import { deleteOldThrottles } from '#app/server/throttle.ts'
import { forgetOldEvents } from '#app/tracking/server/tracking.ts'

const EVERY_MS = 60 * 60 * 1000

/** Forgets what is out of date, once an hour; any number of processes may do so at once. */
export function startHousekeeping(ctx: AppContext): () => void {
  const timer = setInterval(() => {
    keepHouse(ctx).catch((error: unknown) => ctx.log.error({ err: error }, 'housekeeping failed'))
  }, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

export async function keepHouse(ctx: AppContext): Promise<void> {
  await forgetOldSessions(ctx)
  await forgetOldEvents(ctx)
  await deleteOldThrottles(ctx.db, ctx.now())
  // The embedded database has no autovacuum of its own.
  if (ctx.engine === 'embedded') await sql`vacuum analyze`.execute(ctx.db)
}
