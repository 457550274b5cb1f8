import { RESET_LINK_MS } from '#app/accounts/accounts.facts.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/shared/dates.ts'

/** How long after paying the browser that paid may create the account; later it needs a mailed link. */
export const FINISH_WITHIN_MS = HOUR_MS
/** How long after a payment without an account the mail with a link to create one is sent. */
export const FINISH_MAIL_AFTER_MS = 15 * MINUTE_MS
/** How long a link that finishes an account can be used. */
export const CHECKOUT_LINK_MS = RESET_LINK_MS
/** How long an expired link can be exchanged for a new one. */
export const CHECKOUT_LINK_KEPT_MS = 90 * DAY_MS
/** How long unpaid checkouts are kept: by then even a slow payment method cannot complete them. */
export const UNPAID_CHECKOUT_KEPT_MS = 30 * DAY_MS
/**
 * How long webhook events are kept. The provider repeats an event for days and lists it for a
 * month; after that it cannot arrive again.
 */
export const WEBHOOK_EVENT_KEPT_MS = 60 * DAY_MS
/**
 * How long the ad click ids of a checkout are kept: a purchase is reported within a week, plus a
 * day in a queue.
 */
export const AD_CLICK_IDS_KEPT_MS = 8 * DAY_MS

/** A password shorter than this is first told this minimum, and only then the real one. */
export const FAR_TOO_SHORT_PASSWORD = 6

/** How long after a refund a daily job checks whether the bank has sent it back. */
export const WATCHED_MS = 30 * DAY_MS
