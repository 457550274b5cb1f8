import { DAY_MS, HOUR_MS } from '#app/shared/dates.ts'

export const EDITION_CHOICES = ['daily', 'weekly', 'never'] as const
export type EditionChoice = (typeof EDITION_CHOICES)[number]

export const ALERT_CHOICES = ['at-once', 'daily', 'never'] as const
export type AlertChoice = (typeof ALERT_CHOICES)[number]

/** Where consent was given; stored with each yes. */
export const CHOICE_PLACES = ['account', 'after-joining'] as const
export type ChoicePlace = (typeof CHOICE_PLACES)[number]

/** The default hour. */
export const USUAL_HOUR = 7

/**
 * Nothing is sent between these hours of the reader's time zone, by mail or to a device, except what they
 * asked for.
 */
export const QUIET_FROM_HOUR = 22
export const QUIET_UNTIL_HOUR = 7

/** The most deals that a mail shows; of the others it says how many there are. */
export const MOST_DEALS_IN_MAIL = 24
/** Older deals are left out of a mail, however long ago the last one was. */
export const EDITION_REACHES_BACK_MS = 7 * DAY_MS
/** How late an edition may go out after the reader's hour; beyond that, they wait for the next one. */
export const EDITION_LATEST_MS = 6 * HOUR_MS

/** How long a link that proves an inbox is valid. */
export const INBOX_LINK_MS = 24 * HOUR_MS
/** How long bounces, complaints and unsubscribes are kept for statistics. */
export const MAIL_EVENT_KEPT_MS = 400 * DAY_MS
