import { DAY_MS } from './dates.ts'

// What the foundations keep; what a slice keeps stands in its facts.

/** A session ends after this long whatever happens; its cookie no sooner. */
export const SESSION_LONGEST_MS = 90 * DAY_MS
/** A browser that has not signed in for this long is a stranger again; its cookie stays no longer. */
export const DEVICE_IDLE_MS = 365 * DAY_MS
/** To whom a mail went and what it said, after it was sent. */
export const MAIL_KEPT_MS = 90 * DAY_MS
/** How long a choice about being measured holds, before it is asked for again. */
export const CONSENT_KEPT_MS = 180 * DAY_MS
/** So many weeks after its own a week’s count of searches that found nothing is forgotten. */
export const FRUITLESS_KEPT_WEEKS = 4
