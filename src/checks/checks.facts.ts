import { DAY_MS, HOUR_MS } from '#app/shared/dates.ts'

/** What a look at a shop's page can tell. The last three could not tell, and change nothing that is shown. */
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

/** Why a look has ended a deal. */
export const CHECKED_ENDS = ['sold-out', 'gone', 'price-up'] as const
export type CheckedEnd = (typeof CHECKED_ENDS)[number]

export function isCheckedEnd(kind: FindingKind): kind is CheckedEnd {
  return (CHECKED_ENDS as readonly string[]).includes(kind)
}

/** Who asked for a look at once. */
export type CheckReason = 'report' | 'curator' | 'stand-in'

/**
 * What a look brought to light. The first ones are done by themselves; why a price is doubted, and that too
 * many deals of one retailer would end in a day, waits for a person.
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

/** Each deal once in so long, as its shop's pace allows. */
export const CHECK_EVERY_MS = DAY_MS
/** Between two requests to one host, one at a time. */
export const HOST_PACE_MS = 5000
/** A shop that asks for more rest than this in its robots.txt, or by `Retry-After`, gets so much. */
export const LONGEST_PACE_MS = 10 * 60_000
export const LONGEST_RETRY_AFTER_MS = 7 * DAY_MS
/** Sold out or gone is certain when it is seen again so much later. */
export const SECOND_LOOK_MS = 2 * HOUR_MS
/** Reports of members count together for so long, and so many stand for a second look. */
export const REPORTS_COUNT_MS = DAY_MS
export const REPORTS_FOR_CERTAIN = 2
/** Past this share of a retailer's deals ended in a day, a person is asked; the first one ends by itself. */
export const MOST_ENDED_SHARE = 0.2
/** What a person has said to ignore holds for so long. */
export const IGNORED_FOR_MS = 7 * DAY_MS
/** What we ended is looked at for so long, in case it comes back. */
export const LOOKED_AFTER_END_MS = 7 * DAY_MS

export const MOST_PAGE_BYTES = 2 * 1024 * 1024
export const LONGEST_PAGE_MS = 15_000
export const MOST_ROBOTS_BYTES = 500 * 1024
export const ROBOTS_KEPT_MS = DAY_MS
export const MOST_HOPS = 4
export const MOST_ROBOTS_HOPS = 5
/** Of a page's own words, kept with what it told us. */
export const MOST_EVIDENCE_BYTES = 4096

/** What waits or was done is listed for so long. */
export const FINDINGS_KEPT_MS = 400 * DAY_MS
