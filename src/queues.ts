import { EMAIL_CHANGED_QUEUE } from '#app/accounts/server/settings/email-change.ts'
import { BUSINESS_NUMBERS_QUEUE, businessNumbersQueue } from '#app/admin/server/business/kept.ts'
import { recordRefundSentBack } from '#app/admin/server/members/sent-back.ts'
import { PRICE_CHECKS_QUEUE } from '#app/checks/server/looking/queue.ts'
import { priceChecksQueue } from '#app/checks/server/looking/work.ts'
import { fileSizesOfBefore } from '#app/deals/server/editing/sizes-of-before.ts'
import { lifeQueue } from '#app/deals/server/life/life.ts'
import { pictureSweepQueue } from '#app/deals/server/pictures/sweep.ts'
import { REFUNDS_QUEUE } from '#app/guarantee/server/claims.ts'
import { GUARANTEE_NEWS_QUEUE } from '#app/guarantee/server/news.ts'
import { guaranteeQueue, refundsQueue } from '#app/guarantee/server/sweep.ts'
import { PASTED_LINKS_QUEUE } from '#app/links/server/queue.ts'
import { pastedLinksQueue } from '#app/links/server/work.ts'
import {
  ANNOUNCEMENTS_QUEUE,
  announcementsQueue,
} from '#app/mailings/server/announcements/going-out.ts'
import { editions } from '#app/mailings/server/editions.ts'
import { streamMails } from '#app/mailings/server/stream-mail.ts'
import { claimsQueue } from '#app/marketing/server/claims.ts'
import { emailChangedQueue } from '#app/membership/server/account/customer-email.ts'
import { PURCHASE_QUEUE } from '#app/membership/server/checkout/purchases.ts'
import { MEMBERSHIP_ACTS_QUEUE } from '#app/membership/server/owner-actions/acts.ts'
import { membershipActsQueue } from '#app/membership/server/owner-actions/perform.ts'
import {
  REFUNDS_SENT_BACK_QUEUE,
  refundsSentBackQueue,
  refundsWatchedQueue,
} from '#app/membership/server/owner-actions/sent-back.ts'
import { reconcile } from '#app/membership/server/reconcile/reconcile.ts'
import { TELLING_QUEUE, tellingQueue } from '#app/notices/server/alerts/work.ts'
import { noteEditions } from '#app/notices/server/inbox/editions.ts'
import { guaranteeNewsQueue } from '#app/notices/server/inbox/guarantee-news.ts'
import { tripQuestionsQueue } from '#app/notices/server/inbox/trip-questions.ts'
import { PUSH_QUEUE, pushQueue } from '#app/notices/server/push/delivery.ts'
import { PRODUCT_FEEDS_QUEUE } from '#app/product-feeds/server/feeds/queue.ts'
import { productFeedsQueue } from '#app/product-feeds/server/feeds/work.ts'
import { feedPicturesQueue } from '#app/product-feeds/server/pool/pictures.ts'
import { FEED_PICTURES_QUEUE } from '#app/product-feeds/server/pool/queue.ts'
import type { Queues } from '#app/server/jobs/job-workers.ts'
import { mailQueue, mailSweepQueue } from '#app/server/mail/delivery.ts'
import { MAIL_QUEUE } from '#app/server/mail/mail.ts'
import { STREAM_MAIL_QUEUE } from '#app/server/mail/streams.ts'
import { marketingEventsQueue, marketingSweepQueue } from '#app/tracking/server/delivery.ts'
import { MARKETING_EVENTS_QUEUE } from '#app/tracking/server/marketing-events.ts'
import { purchaseQueue } from '#app/tracking/server/reports.ts'
import { cleanUp } from './clean-up.ts'
import { mailTemplates, streamTemplates } from './mails.ts'

/** All background jobs, by queue. */
export const queues: Queues = {
  [MAIL_QUEUE]: mailQueue(mailTemplates),
  'mail-sweep': mailSweepQueue,
  editions: editions(noteEditions),
  [ANNOUNCEMENTS_QUEUE]: announcementsQueue,
  [STREAM_MAIL_QUEUE]: streamMails(streamTemplates),
  [EMAIL_CHANGED_QUEUE]: emailChangedQueue,
  [PURCHASE_QUEUE]: purchaseQueue,
  [MARKETING_EVENTS_QUEUE]: marketingEventsQueue(),
  'marketing-sweep': marketingSweepQueue,
  [MEMBERSHIP_ACTS_QUEUE]: membershipActsQueue,
  [REFUNDS_SENT_BACK_QUEUE]: refundsSentBackQueue(recordRefundSentBack),
  'refunds-watched': refundsWatchedQueue,
  guarantee: guaranteeQueue,
  [REFUNDS_QUEUE]: refundsQueue,
  [GUARANTEE_NEWS_QUEUE]: guaranteeNewsQueue,
  [TELLING_QUEUE]: tellingQueue,
  'trip-questions': tripQuestionsQueue,
  [PUSH_QUEUE]: pushQueue,
  claims: claimsQueue,
  [BUSINESS_NUMBERS_QUEUE]: businessNumbersQueue,
  housekeeping: { work: cleanUp, cron: '17 * * * *' },
  'sizes-of-before': { work: fileSizesOfBefore, cron: '*/10 * * * *', policy: 'exclusive' },
  'picture-sweep': pictureSweepQueue,
  'deal-life': lifeQueue,
  [PRICE_CHECKS_QUEUE]: priceChecksQueue,
  [PASTED_LINKS_QUEUE]: pastedLinksQueue,
  [PRODUCT_FEEDS_QUEUE]: productFeedsQueue,
  [FEED_PICTURES_QUEUE]: feedPicturesQueue,
  reconcile: { work: reconcile, cron: '*/5 * * * *', policy: 'exclusive' },
}
