/** What a person should know about a deal before it goes out; none of these is an error. */
export const WARNING_KINDS = [
  'no-picture',
  'far-off',
  'little-off',
  'nought',
  'new-brand',
  'nearly-known-brand',
  'same-elsewhere',
  'same-lately',
  'price-far',
  'one-retailer',
] as const
export type WarningKind = (typeof WARNING_KINDS)[number]

export const MOST_OFF_PERCENT = 85
export const LEAST_OFF_PERCENT = 10
/** The same piece within this many days counts as "lately". */
export const LATELY_DAYS = 30
/** A change from the last price by more than this many percent, up or down, is "far". */
export const FAR_PERCENT = 40
/** One retailer may have up to 1/n of a day without a warning. */
export const SHARE_OF_A_DAY = 3
/** No warning for fewer deals of one retailer, however small the day. */
export const FEWEST_OF_A_RETAILER = 3
/** Deals named per kind; the rest are only counted. */
export const MOST_WARNED_ROWS = 100

/** One warning about one deal. */
export type Warning = {
  kind: WarningKind
  /** Null for a row of a sheet. */
  dealId: string | null
  /** Row number as spreadsheet programs count it; null for a stored deal. */
  row: number | null
  /** The deal's display name. */
  name: string
  /** A sentence for the curator. */
  words: string
}
