import { purgeOldPasswordResets } from '#app/accounts/server/passwords/password-reset.ts'
import { purgeOldSessions } from '#app/accounts/server/sessions/sessions.ts'
import { purgeOldEmailChanges } from '#app/accounts/server/settings/email-change.ts'
import { purgeUnconfirmed } from '#app/accounts/server/sign-up/sign-up.ts'
import { deleteOldSteps } from '#app/admin/server/administrators/administrators.queries.ts'
import { purgeOldAdminSessions } from '#app/admin/server/session/session.ts'
import { purgeOldFindings } from '#app/checks/server/findings.ts'
import { vacuum } from '#app/db/engine.queries.ts'
import { makeMonths } from '#app/db/months.ts'
import { purgeFruitless } from '#app/deals/server/search/fruitless.ts'
import { purgeDrawnFiles } from '#app/deals/server/share-images/drawn-files.ts'
import { purgeOldDeclined } from '#app/follows/server/for-you/for-you.ts'
import { purgeOldLinks } from '#app/links/server/links.ts'
import { purgeInboxLinks } from '#app/mailings/server/inbox.ts'
import { purgeMailEvents } from '#app/mailings/server/returned.ts'
import {
  purgeOldAdClickIds,
  purgeOldCheckoutLinks,
  purgeOldCheckouts,
} from '#app/membership/server/checkout/retention.ts'
import { purgeOldWebhookEvents } from '#app/membership/server/webhooks/webhook.ts'
import { purgeOldNotices } from '#app/notices/server/inbox/inbox.ts'
import { purgeDismissals } from '#app/product-feeds/server/pool/dismissing.ts'
import { purgeOldReports } from '#app/reports/server/reports.ts'
import { purgeRemovedSaved } from '#app/saved/server/saved.ts'
import type { AppContext } from '#app/server/context.ts'
import { purgeStreamMails } from '#app/server/mail/streams.ts'
import { purgeOldCounters } from '#app/server/rate-limits/counters.queries.ts'
import { purgeOldClicks, purgeOldEvents, purgeOldTrips } from '#app/tracking/server/tracking.ts'

/** Deletes expired data and creates upcoming partitions. Every part may be repeated at any time. */
export async function cleanUp(ctx: AppContext): Promise<void> {
  await makeMonths(ctx.db, ctx.now())
  await purgeOldSessions(ctx)
  await purgeOldPasswordResets(ctx)
  await purgeOldEmailChanges(ctx)
  await purgeUnconfirmed(ctx)
  await purgeOldAdminSessions(ctx)
  await deleteOldSteps(ctx.db, ctx.now())
  await purgeOldCheckoutLinks(ctx)
  await purgeOldCheckouts(ctx)
  await purgeOldAdClickIds(ctx)
  await purgeOldWebhookEvents(ctx)
  await purgeOldClicks(ctx)
  await purgeOldEvents(ctx)
  await purgeOldTrips(ctx)
  await purgeRemovedSaved(ctx)
  await purgeOldDeclined(ctx)
  await purgeStreamMails(ctx)
  await purgeOldReports(ctx)
  await purgeOldNotices(ctx)
  await purgeOldFindings(ctx)
  await purgeInboxLinks(ctx)
  await purgeOldLinks(ctx)
  await purgeDismissals(ctx)
  await purgeMailEvents(ctx)
  await purgeDrawnFiles(ctx)
  await purgeFruitless(ctx)
  await purgeOldCounters(ctx.db, ctx.now())
  // The embedded engine has no autovacuum.
  if (ctx.engine === 'embedded') await vacuum(ctx.db)
}
