import { EMAIL_CHANGED_QUEUE } from '#app/accounts/server/settings/email-change.ts'
import { fileSizesOfBefore } from '#app/deals/server/editing/sizes-of-before.ts'
import { lifeQueue } from '#app/deals/server/life/life.ts'
import { editionsQueue } from '#app/mailings/server/editions.ts'
import { streamMails } from '#app/mailings/server/stream-mail.ts'
import { emailChangedQueue } from '#app/membership/server/account/customer-email.ts'
import { PURCHASE_QUEUE } from '#app/membership/server/checkout/purchases.ts'
import { reconcile } from '#app/membership/server/reconcile/reconcile.ts'
import { TELLING_QUEUE, tellingQueue } from '#app/notices/server/alerts/work.ts'
import { PUSH_QUEUE, pushQueue } from '#app/notices/server/push/delivery.ts'
import type { Queues } from '#app/server/job-workers.ts'
import { mailQueue, mailSweepQueue } from '#app/server/mail/delivery.ts'
import { MAIL_QUEUE } from '#app/server/mail/mail.ts'
import { STREAM_MAIL_QUEUE } from '#app/server/mail/streams.ts'
import { marketingEventsQueue, marketingSweepQueue } from '#app/tracking/server/delivery.ts'
import { MARKETING_EVENTS_QUEUE } from '#app/tracking/server/marketing-events.ts'
import { purchaseQueue } from '#app/tracking/server/reports.ts'
import { cleanUp } from './clean-up.ts'
import { mailTemplates, streamTemplates } from './mails.ts'

/** Everything that is done later or by itself. */
export const queues: Queues = {
  [MAIL_QUEUE]: mailQueue(mailTemplates),
  'mail-sweep': mailSweepQueue,
  editions: editionsQueue,
  [STREAM_MAIL_QUEUE]: streamMails(streamTemplates),
  [EMAIL_CHANGED_QUEUE]: emailChangedQueue,
  [PURCHASE_QUEUE]: purchaseQueue,
  [MARKETING_EVENTS_QUEUE]: marketingEventsQueue(),
  'marketing-sweep': marketingSweepQueue,
  [TELLING_QUEUE]: tellingQueue,
  [PUSH_QUEUE]: pushQueue,
  housekeeping: { work: cleanUp, cron: '17 * * * *' },
  'sizes-of-before': { work: fileSizesOfBefore, cron: '*/10 * * * *', policy: 'exclusive' },
  'deal-life': lifeQueue,
  reconcile: { work: reconcile, cron: '*/5 * * * *', policy: 'exclusive' },
}
