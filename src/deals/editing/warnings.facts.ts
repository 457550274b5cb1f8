/** What a person should know of a deal before it goes out; none of it is a fault. */
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
/** The same piece within so many days is 'lately'. */
export const LATELY_DAYS = 30
/** So far from the last price, up or down, is far. */
export const FAR_PERCENT = 40
/** The largest part of a day that one retailer has without a word, as one of so many. */
export const SHARE_OF_A_DAY = 3
/** Fewer deals of one retailer are not worth a word, however small the day. */
export const FEWEST_OF_A_RETAILER = 3
/** Of one kind so many deals are named; the others are counted. */
export const MOST_WARNED_ROWS = 100

/** One word for one deal. */
export type Warning = {
  kind: WarningKind
  /** Null for a row of a sheet. */
  dealId: string | null
  /** As the office program counts it; null for a stored deal. */
  row: number | null
  /** What the deal is called. */
  name: string
  /** A sentence for a person. */
  words: string
}
