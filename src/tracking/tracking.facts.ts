import { DAY_MS } from '#app/shared/dates.ts'

/** Opening the same deal again within this time is one click. */
export const REPEAT_MS = 10_000
/** Ten years: as far back as the figures of the back office reach. */
export const CLICK_KEPT_DAYS = 3650
/** Events that pages report. */
export const EVENT_KEPT_MS = 90 * DAY_MS
/** The advertising service refuses what is older: what is not delivered by then is dropped. */
export const MARKETING_EVENT_DELIVERABLE_MS = 7 * DAY_MS
/** That an event was sent to an advertising service, beside the id of its consent. */
export const MARKETING_EVENT_KEPT_MS = 30 * DAY_MS
/** How long a cookie stays by which an advertising service knows a browser or a click. */
export const AD_COOKIE_MS = 90 * DAY_MS
/** A trip whose account is gone, from when it was made. */
export const TRIP_KEPT_MS = 730 * DAY_MS

/**
 * Whether the number of a trip goes along in a link whose retailer can say it back. The privacy policy
 * says what this says.
 */
export const TRIP_NUMBERS_TRAVEL: boolean = true
