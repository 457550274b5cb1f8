import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/shared/dates.ts'

/** What somebody can be told. */
export const NOTICE_KINDS = [
  'edition',
  'price-down',
  'target',
  'ends-soon',
  'gone',
  'back',
  'new-for-you',
  'report',
  'guarantee',
  'savings',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** How long a notice stays in the inbox. */
export const NOTICE_KEPT_MS = 90 * DAY_MS
export const NOTICES_ON_A_PAGE = 30
/** More than that nobody turns pages for. */
export const LAST_INBOX_PAGE = 100

/** A price is worth a word when it fell by both. */
export const FALL_PERCENT = 5
export const FALL_CENTS = 500

/** So long before its end a saved deal is told of; and so long for who saved it later than that. */
export const ENDS_SOON_MS = DAY_MS
export const ENDS_VERY_SOON_MS = 3 * HOUR_MS

/** Alerts of one person that come within this time are one message. */
export const JOINED_MS = 10 * MINUTE_MS

/** Browsers of one person that show alerts. */
export const MOST_DEVICES = 10
