import { sql } from 'kysely'
import { forgetOldSessions } from '#app/accounts/server/accounts.ts'
import { forgetOldPasswordResets } from '#app/accounts/server/password-reset.ts'
import { forgetOldAdminSessions } from '#app/admin/server/session/session.ts'
import { forgetOldMarks } from '#app/membership/server/checkout/ad-click-ids.ts'
import { forgetOldCheckoutLinks } from '#app/membership/server/checkout/checkout-links.ts'
import { forgetOldCheckouts } from '#app/membership/server/checkout/old-checkouts.ts'
import { forgetOldWebhookEvents } from '#app/membership/server/webhooks/events.ts'
import type { AppContext } from '#app/server/context.ts'
import { deleteOldThrottles } from '#app/server/rate-limits/throttle.ts'
import { forgetOldEvents } from '#app/tracking/server/tracking.ts'

/** Forgets what is out of date. Each part may be repeated at any time. */
export async function keepHouse(ctx: AppContext): Promise<void> {
  await forgetOldSessions(ctx)
  await forgetOldPasswordResets(ctx)
  await forgetOldAdminSessions(ctx)
  await forgetOldCheckoutLinks(ctx)
  await forgetOldCheckouts(ctx)
  await forgetOldMarks(ctx)
  await forgetOldWebhookEvents(ctx)
  await forgetOldEvents(ctx)
  await deleteOldThrottles(ctx.db, ctx.now())
  // The embedded database has no autovacuum of its own.
  if (ctx.engine === 'embedded') await sql`vacuum analyze`.execute(ctx.db)
}
