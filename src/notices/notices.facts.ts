import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/shared/dates.ts'

/** The kinds of notices. */
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
/** The last page of the inbox; nobody turns more. */
export const LAST_INBOX_PAGE = 100

/** A price fall is told if it reaches both. */
export const FALL_PERCENT = 5
export const FALL_CENTS = 500

/** How long before its end a saved deal is told of; the shorter time is for those who saved it later. */
export const ENDS_SOON_MS = DAY_MS
export const ENDS_VERY_SOON_MS = 3 * HOUR_MS

/** Alerts of one person within this time are combined into one message. */
export const JOINED_MS = 10 * MINUTE_MS

/** The most browsers per person that show alerts. */
export const MOST_DEVICES = 10
