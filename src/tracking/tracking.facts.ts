import { DAY_MS } from '#app/shared/dates.ts'

/** Events that pages report. */
export const EVENT_KEPT_MS = 90 * DAY_MS
/** The advertising service refuses what is older: what is not delivered by then is dropped. */
export const MARKETING_EVENT_DELIVERABLE_MS = 7 * DAY_MS
/** That an event was sent to an advertising service, beside the id of its consent. */
export const MARKETING_EVENT_KEPT_MS = 30 * DAY_MS
/** How long a cookie stays by which an advertising service knows a browser or a click. */
export const AD_COOKIE_MS = 90 * DAY_MS
