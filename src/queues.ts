import { reconcile } from '#app/membership/server/reconcile.ts'
import type { Queues } from '#app/server/jobs.ts'
import { MAIL_QUEUE } from '#app/server/mail.ts'
import { mailQueue, mailSweepQueue } from '#app/server/mail-delivery.ts'
import { keepHouse } from './housekeeping.ts'
import { mailTemplates } from './mails.ts'

/** Everything that is done later or by itself. */
export const queues: Queues = {
  [MAIL_QUEUE]: mailQueue(mailTemplates),
  'mail-sweep': mailSweepQueue,
  housekeeping: { work: keepHouse, cron: '17 * * * *' },
  reconcile: { work: reconcile, cron: '*/5 * * * *', policy: 'exclusive' },
}
