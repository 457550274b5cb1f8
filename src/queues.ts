import { PURCHASE_QUEUE } from '#app/membership/server/checkout/purchases.ts'
import { reconcile } from '#app/membership/server/reconcile/reconcile.ts'
import type { Queues } from '#app/server/jobs.ts'
import { mailQueue, mailSweepQueue } from '#app/server/mail/delivery.ts'
import { MAIL_QUEUE } from '#app/server/mail/mail.ts'
import { MARKETING_QUEUE } from '#app/tracking/server/marketing.ts'
import { marketingQueue, marketingSweepQueue } from '#app/tracking/server/marketing-delivery.ts'
import { purchaseQueue } from '#app/tracking/server/purchase-reports.ts'
import { keepHouse } from './housekeeping.ts'
import { mailTemplates } from './mails.ts'

/** Everything that is done later or by itself. */
export const queues: Queues = {
  [MAIL_QUEUE]: mailQueue(mailTemplates),
  'mail-sweep': mailSweepQueue,
  [PURCHASE_QUEUE]: purchaseQueue,
  [MARKETING_QUEUE]: marketingQueue(),
  'marketing-sweep': marketingSweepQueue,
  housekeeping: { work: keepHouse, cron: '17 * * * *' },
  reconcile: { work: reconcile, cron: '*/5 * * * *', policy: 'exclusive' },
}
