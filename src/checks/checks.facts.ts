import { DAY_MS, HOUR_MS } from '#app/shared/dates.ts'

/** The possible results of a check. The last three are inconclusive and change nothing on display. */
export const CHECK_ANSWERS = [
  'same',
  'changed',
  'sold-out',
  'gone',
  'refused',
  'unreadable',
  'no-answer',
] as const
export type CheckAnswer = (typeof CHECK_ANSWERS)[number]

const CERTAIN_ANSWERS = ['same', 'changed', 'sold-out', 'gone'] as const
export type CertainAnswer = (typeof CERTAIN_ANSWERS)[number]

export function isCertain(answer: CheckAnswer): answer is CertainAnswer {
  return (CERTAIN_ANSWERS as readonly string[]).includes(answer)
}

/** Why a check has ended a deal. */
export const CHECKED_ENDS = ['sold-out', 'gone', 'price-up'] as const
export type CheckedEnd = (typeof CHECKED_ENDS)[number]

export function isCheckedEnd(kind: FindingKind): kind is CheckedEnd {
  return (CHECKED_ENDS as readonly string[]).includes(kind)
}

/** Who asked for an immediate check. */
export type CheckReason = 'report' | 'curator' | 'stand-in'

/**
 * What a check found. The kinds up to `back` are applied automatically, except a deal that is back without a reduction
 * that may be claimed: that, doubts about a price, and too many deals of one retailer ending in a day wait for a
 * person.
 */
export const FINDING_KINDS = [
  'changed',
  'sold-out',
  'gone',
  'price-up',
  'back',
  'no-price',
  'odd-price',
  'other-currency',
  'several-prices',
  'another-piece',
  'many-endings',
] as const
export type FindingKind = (typeof FINDING_KINDS)[number]

export const FINDING_STATES = [
  'done',
  'waiting',
  'accepted',
  'corrected',
  'ignored',
  'outdated',
] as const
export type FindingState = (typeof FINDING_STATES)[number]

/** How often each deal is checked, as far as its shop's pace allows. */
export const CHECK_EVERY_MS = DAY_MS
/** The pause between two requests to the same host; they never overlap. */
export const HOST_PACE_MS = 5000
/** The longest pause that a shop can ask for: in its robots.txt, and by `Retry-After`. */
export const LONGEST_PACE_MS = 10 * 60_000
export const LONGEST_RETRY_AFTER_MS = 7 * DAY_MS
/** Sold out or gone is certain once it is seen again after this long. */
export const SECOND_LOOK_MS = 2 * HOUR_MS
/** How long members' reports count together, and how many of them replace a second check. */
export const REPORTS_COUNT_MS = DAY_MS
export const REPORTS_FOR_CERTAIN = 2
/** Above this share of a retailer's deals ended in a day a person is asked, except for the first one. */
export const MOST_ENDED_SHARE = 0.2
/** How long a person's decision to ignore a finding holds. */
export const IGNORED_FOR_MS = 7 * DAY_MS
/** How long a deal that we ended is still checked, in case it comes back. */
export const LOOKED_AFTER_END_MS = 7 * DAY_MS

export const MOST_PAGE_BYTES = 2 * 1024 * 1024
export const LONGEST_PAGE_MS = 15_000
export const MOST_ROBOTS_BYTES = 500 * 1024
export const ROBOTS_KEPT_MS = DAY_MS
export const MOST_HOPS = 4
export const MOST_ROBOTS_HOPS = 5
/** The most bytes of a page's own text that are kept as evidence. */
export const MOST_EVIDENCE_BYTES = 4096

/** How long findings are kept, from the day they were found. */
export const FINDINGS_KEPT_MS = 400 * DAY_MS
