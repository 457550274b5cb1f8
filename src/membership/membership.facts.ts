import { RESET_LINK_MS } from '#app/accounts/accounts.facts.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/shared/dates.ts'

/** How long after paying the browser that paid may make the account; later, it takes a mailed link. */
export const FINISH_WITHIN_MS = HOUR_MS
/** How long after a payment without an account a mail with a link to it is sent. */
export const FINISH_MAIL_AFTER_MS = 15 * MINUTE_MS
/** How long a link that finishes an account can be used. */
export const CHECKOUT_LINK_MS = RESET_LINK_MS
/** How long it can be exchanged for a new one, once it has run out. */
export const CHECKOUT_LINK_KEPT_MS = 90 * DAY_MS
/** Checkouts that nobody paid at: by then nobody can pay there any more, not even slowly. */
export const UNPAID_CHECKOUT_KEPT_MS = 30 * DAY_MS
/**
 * What the payment provider reported to us. It repeats an event for days and lists it for a month;
 * then it cannot come again.
 */
export const WEBHOOK_EVENT_KEPT_MS = 60 * DAY_MS
/** Ad click ids of a checkout: a purchase is reported within a week, and a day more in a queue. */
export const AD_CLICK_IDS_KEPT_MS = 8 * DAY_MS

/** A new password that is shorter than this is told so, before it is told what is enough. */
export const FAR_TOO_SHORT_PASSWORD = 6

/** For so long it is looked each day whether the bank has sent a refund back. */
export const WATCHED_MS = 30 * DAY_MS
