/** The possible outcomes of a trip. Only recorded and confirmed savings count. */
export const LEDGER_STATES = [
  'open',
  'not-bought',
  'recorded',
  'confirmed',
  'returned',
  'rejected',
] as const
export type LedgerState = (typeof LEDGER_STATES)[number]

/** Why a saving is zero. */
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

/** The states of a purchase in a network's report. */
export const REPORTED_STATES = ['confirmed', 'returned', 'rejected'] as const
export type ReportedState = (typeof REPORTED_STATES)[number]

export const TRIPS_ON_A_PAGE = 20
/** The last page of the list; nobody turns more, and the CSV has everything. */
export const LAST_SAVINGS_PAGE = 500
/** The number of months in the chart, including the current one. */
export const MONTHS_DRAWN = 12

/** Purchases without a trip count as zero; they may be recorded this many days back, up to this many. */
export const WITHOUT_TRIP_DAYS = 365
export const MOST_WITHOUT_TRIP = 200
/** The daily limit per person, since every answer is kept. */
export const ANSWERS_A_DAY = 1000

/** How many days after a trip its question is asked. */
export const ASKED_AFTER_DAYS = 7
/** The age in days after which a trip is no longer asked about, because nobody remembers it. */
export const ASKED_UNTIL_DAYS = 60

export const LONGEST_REASON = 200

export const MOST_REPORT_PROBLEMS = 500
export const MOST_REPORT_ROWS_SHOWN = 100
export const REPORTS_LISTED = 50
/** How many of the savings that wait for a person are listed. */
export const WAITING_LISTED = 100
