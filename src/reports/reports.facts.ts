import { DAY_MS } from '#app/shared/dates.ts'

/** What can be wrong with a deal, in the order of the form. */
export const REPORT_KINDS = ['gone', 'price', 'size', 'link', 'other'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

/** What was found on a report, the most telling first. */
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

/** Outcomes that confirm the report. */
export const OUTCOMES_OF_THE_RIGHT: readonly ReportOutcome[] = [
  'ended',
  'price-corrected',
  'size-off',
  'link-mended',
]

/** Most characters of the words of 'something else', and of a size. */
export const LONGEST_WORDS = 200
export const LONGEST_SIZE_TOLD = 40

/** Once so many members report it gone within this time, everybody is told that it may be gone. */
export const SAY_GONE = 2
export const SAY_GONE_WITHIN_MS = DAY_MS

/** Most reports of one account in a day: more than any honest shopper finds. */
export const MOST_REPORTS_A_DAY = 20

/** The shown time to an answer covers reports answered within this time. */
export const ANSWERED_LATELY_MS = 30 * DAY_MS

/** How long reports are kept, with their findings, words and authors. */
export const REPORT_KEPT_MS = 365 * DAY_MS

/** Deals on a page of the queue, and most deals of one decision. */
export const CASES_ON_A_PAGE = 30
/** Open reports listed for one deal. */
export const MOST_OF_A_CASE = 50

/** What a curator may decide; the first ones end the deal for that reason. */
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
