import { DAY_MS } from '#app/shared/dates.ts'

/** Opening the same deal again within this time counts as one click. */
export const REPEAT_MS = 10_000
/** Ten years, which is how far back the back office's figures reach. */
export const CLICK_KEPT_DAYS = 3650
/** How long events reported by pages are kept. */
export const EVENT_KEPT_MS = 90 * DAY_MS
/** The advertising service refuses older events, so undelivered ones are dropped then. */
export const MARKETING_EVENT_DELIVERABLE_MS = 7 * DAY_MS
/** How long the record of a sent event is kept, with the id of its consent. */
export const MARKETING_EVENT_KEPT_MS = 30 * DAY_MS
/** How long a cookie identifies a browser or a click to an advertising service. */
export const AD_COOKIE_MS = 90 * DAY_MS
/** How long a trip is kept, from when it was made, once its account is gone. */
export const TRIP_KEPT_MS = 730 * DAY_MS

/**
 * Whether the number of a trip is added to links whose retailer can report it back. The text of the privacy
 * policy depends on this.
 */
export const TRIP_NUMBERS_TRAVEL: boolean = true
