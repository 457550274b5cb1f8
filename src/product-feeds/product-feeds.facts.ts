import { GB, MB } from '#app/shared/counts.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/shared/dates.ts'

/** The formats of a feed: XML lists as Google's shops have them, or a table of any columns. */
const PRODUCT_FEED_FORMATS = ['xml', 'table'] as const
export type ProductFeedFormat = (typeof PRODUCT_FEED_FORMATS)[number]

/** The rules for a feed's candidates; empty lists mean any. */
export type FeedRules = {
  brands: string[]
  categories: string[]
  minPercentOff: number | null
  isInStockOnly: boolean
}
export const NO_FEED_RULES: FeedRules = {
  brands: [],
  categories: [],
  minPercentOff: null,
  isInStockOnly: false,
}
export const MOST_RULE_BRANDS = 500

/** The size of a fetched file; a packed one may hold more. */
export const MOST_FEED_BYTES = 1024 * MB
/** The size of a file uploaded by hand; larger ones have to be packed or fetched. */
export const MOST_UPLOADED_BYTES = 400 * MB
export const MOST_UNPACKED_BYTES = 2 * GB
export const MOST_FEED_ROWS = 1_000_000
/** Nesting in feeds is only a few levels deep. */
export const DEEPEST_ELEMENT = 32
/** Longer values are cut; if a cut value is of no use, the row is refused. */
export const LONGEST_FEED_FIELD = 8192
export const MOST_FEED_PICTURES = 4
/** Across all rows of a piece. */
export const MOST_PIECE_SIZES = 60
/** The search words of a candidate. */
export const MOST_PIECE_WORDS = 60
/** The characters of a row's text from which sizes are read. */
export const LONGEST_SIZES_TEXT = 400
/** A longer text is no category, colour or material. */
export const LONGEST_TERM_TEXT = 300
/** How many elements or headings are kept and shown with examples. */
export const MOST_FEED_COLUMNS = 200
/** The number of items of a list, or rows of a table, after which the column mapping is final. */
export const ITEMS_THAT_SETTLE = 200
export const ROWS_THAT_SETTLE = 50
/** How many refused rows are listed. */
export const MOST_REFUSED_SHOWN = 100

export const FETCH_EVERY_MS = DAY_MS
/** The delay after a failed fetch. */
export const FETCH_AGAIN_MS = 2 * HOUR_MS
export const LONGEST_FETCH_MS = HOUR_MS
/** The longest silence of a shop during a fetch, because other feeds wait behind it. */
export const LONGEST_SILENCE_MS = 3 * MINUTE_MS
/** A run without a sign of life for this long is over. */
export const SILENT_RUN_MS = 5 * MINUTE_MS
/** How many runs of a feed are kept. */
export const RUNS_KEPT = 30

export const MOST_FEEDS = 50
export const LONGEST_FEED_NAME = 80
export const MOST_PICKED_AT_ONCE = 100
export const MOST_DISMISSED_AT_ONCE = 500
/** How long a dismissal is kept after its feed has stopped bringing the piece. */
export const DISMISSAL_KEPT_MS = 180 * DAY_MS

export const CANDIDATES_ON_A_PAGE = 48
export const LONGEST_SEARCH_OF_CANDIDATES = 120
export const POOL_SORTS = ['percent-off', 'newest', 'price-up', 'price-down'] as const
export type PoolSort = (typeof POOL_SORTS)[number]
