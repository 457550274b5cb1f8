/** What can become of a trip. Only what is recorded or confirmed counts. */
export const LEDGER_STATES = [
  'open',
  'not-bought',
  'recorded',
  'confirmed',
  'returned',
  'rejected',
] as const
export type LedgerState = (typeof LEDGER_STATES)[number]

/** Why a saving is nought. */
export const NOUGHT_REASONS = [
  'no-trip',
  'basis-unknown',
  'rrp',
  'market',
  'as-stated',
  'no-was',
  'no-price',
  'above-was',
] as const
export type NoughtReason = (typeof NOUGHT_REASONS)[number]

/** What a network says of a purchase. */
export const REPORTED_STATES = ['confirmed', 'returned', 'rejected'] as const
export type ReportedState = (typeof REPORTED_STATES)[number]

export const TRIPS_ON_A_PAGE = 20
/** More than that nobody turns pages for; the CSV has them all. */
export const LAST_SAVINGS_PAGE = 500
/** Months that the line is drawn over, this one included. */
export const MONTHS_DRAWN = 12

/** What was bought without a trip counts nought; it may be kept so far back, and so much of it. */
export const WITHOUT_TRIP_DAYS = 365
export const MOST_WITHOUT_TRIP = 200
/** Of one person; every one of them is kept. */
export const ANSWERS_A_DAY = 1000

/** How long after a trip its question is asked. */
export const ASKED_AFTER_DAYS = 7
/** Later than that nobody remembers. */
export const ASKED_UNTIL_DAYS = 60

export const LONGEST_REASON = 200

export const MOST_REPORT_PROBLEMS = 500
export const MOST_REPORT_ROWS_SHOWN = 100
export const REPORTS_LISTED = 50
/** Of what waits for a person, how much is listed at once. */
export const WAITING_LISTED = 100
