import { DAY_MS } from './dates.ts'

// Retention periods of the foundations; those of a slice are in its facts.

/** The longest a session lasts, whatever its activity; its cookie lasts as long. */
export const SESSION_LONGEST_MS = 90 * DAY_MS
/** A browser that has not signed in for this long is forgotten; its cookie lasts no longer. */
export const DEVICE_IDLE_MS = 365 * DAY_MS
/** How long the recipient and content of a mail are kept after it was sent. */
export const MAIL_KEPT_MS = 90 * DAY_MS
/** How long a consent choice is valid before we ask again. */
export const CONSENT_KEPT_MS = 180 * DAY_MS
/** How many weeks the weekly count of searches without results is kept. */
export const FRUITLESS_KEPT_WEEKS = 4
