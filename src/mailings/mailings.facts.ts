import { DAY_MS, HOUR_MS } from '#app/shared/dates.ts'

export const EDITION_CHOICES = ['daily', 'weekly', 'never'] as const
export type EditionChoice = (typeof EDITION_CHOICES)[number]

export const ALERT_CHOICES = ['at-once', 'daily', 'never'] as const
export type AlertChoice = (typeof ALERT_CHOICES)[number]

/** Where it was asked, which is kept with each yes. */
export const CHOICE_PLACES = ['account', 'after-joining'] as const
export type ChoicePlace = (typeof CHOICE_PLACES)[number]

/** On whose clock nothing else is said. */
export const USUAL_HOUR = 7

/**
 * From this hour of somebody's clock to that one nothing comes, by mail or on a device, but what they asked
 * for then.
 */
export const QUIET_FROM_HOUR = 22
export const QUIET_UNTIL_HOUR = 7

/** What one mail shows of deals; of the rest it says how many there are. */
export const MOST_DEALS_IN_MAIL = 24
/** Deals older than this are no news, however long somebody had no mail. */
export const EDITION_REACHES_BACK_MS = 7 * DAY_MS
/** An edition that could not begin at somebody's hour goes out up to so much later; then it waits for the next. */
export const EDITION_LATEST_MS = 6 * HOUR_MS

/** For so long a link that proves an inbox works. */
export const INBOX_LINK_MS = 24 * HOUR_MS
/** Bounces, complaints and goodbyes, for the figures. */
export const MAIL_EVENT_KEPT_MS = 400 * DAY_MS
