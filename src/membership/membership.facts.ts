import { RESET_LINK_MS } from '#app/accounts/accounts.facts.ts'
import { DAY_MS } from '#app/shared/dates.ts'

/** How long a link that finishes an account can be used. */
export const CHECKOUT_LINK_MS = RESET_LINK_MS
/** How long it can be exchanged for a new one, once it has run out. */
export const CHECKOUT_LINK_KEPT_MS = 90 * DAY_MS
/** Checkouts that nobody paid at. */
export const UNPAID_CHECKOUT_KEPT_MS = 30 * DAY_MS
/** What the payment provider reported to us. */
export const WEBHOOK_EVENT_KEPT_MS = 60 * DAY_MS
/** By what an advertising service knows the click that led to a checkout. */
export const AD_CLICK_IDS_KEPT_MS = 8 * DAY_MS
