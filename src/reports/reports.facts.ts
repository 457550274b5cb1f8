import { DAY_MS } from '#app/shared/dates.ts'

/** What can be wrong with a deal, in the order in which it is asked. */
export const REPORT_KINDS = ['gone', 'price', 'size', 'link', 'other'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

/** What was found. */
export const OUTCOMES = [
  'ended',
  'price-corrected',
  'size-off',
  'link-mended',
  'noted',
  'nothing-wrong',
  'unclear',
] as const
export type ReportOutcome = (typeof OUTCOMES)[number]

/** Those that say whoever reported was right. */
export const OUTCOMES_OF_THE_RIGHT: readonly ReportOutcome[] = [
  'ended',
  'price-corrected',
  'size-off',
  'link-mended',
]

/** Characters of 'something else', and of the name of a size. */
export const LONGEST_WORDS = 200
export const LONGEST_SIZE_TOLD = 40

/** So many members, within this time, and everybody is told that it may be gone. */
export const SAY_GONE = 2
export const SAY_GONE_WITHIN_MS = DAY_MS

/** Of one account in a day: more than anybody finds who shops. */
export const MOST_REPORTS_A_DAY = 20

/** How long answers take is told of those of this time. */
export const ANSWERED_LATELY_MS = 30 * DAY_MS

/** Reports, with what was found: their words and whose they are. */
export const REPORT_KEPT_MS = 365 * DAY_MS

/** Deals of the queue on a page, and decided upon at once. */
export const CASES_ON_A_PAGE = 30

/** What a curator may find; the first ones end the deal for that reason. */
export const DECISIONS = [
  'gone',
  'sold-out',
  'price-up',
  'price',
  'size-off',
  'link-mended',
  'noted',
  'nothing-wrong',
  'unclear',
] as const
export type ReportDecision = (typeof DECISIONS)[number]
