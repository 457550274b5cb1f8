import { GB, MB } from '#app/shared/counts.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/shared/dates.ts'

/** What a feed may be: lists of pieces as Google's shops have them, or a table of any columns. */
const PRODUCT_FEED_FORMATS = ['xml', 'table'] as const
export type ProductFeedFormat = (typeof PRODUCT_FEED_FORMATS)[number]

/** What of a feed is a candidate; empty lists mean any. */
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

/** Of a file as it comes; packed ones may hold more. */
export const MOST_FEED_BYTES = 1024 * MB
/** By hand: larger ones are packed, or fetched. */
export const MOST_UPLOADED_BYTES = 400 * MB
export const MOST_UNPACKED_BYTES = 2 * GB
export const MOST_FEED_ROWS = 1_000_000
/** Elements of a feed lie a few deep. */
export const DEEPEST_ELEMENT = 32
/** What is longer is cut; of what would be no use cut, the row is refused. */
export const LONGEST_FEED_FIELD = 8192
export const MOST_FEED_PICTURES = 4
/** Of one piece, over all of its rows. */
export const MOST_PIECE_SIZES = 60
/** By which a candidate is searched. */
export const MOST_PIECE_WORDS = 60
/** Of a row, before sizes are read from it. */
export const LONGEST_SIZES_TEXT = 400
/** What is longer is no category, colour or material. */
export const LONGEST_TERM_TEXT = 300
/** Elements or headings of which examples are kept and shown. */
export const MOST_FEED_COLUMNS = 200
/** So many items of a list settle which element says what; so many rows of a table which heading. */
export const ITEMS_THAT_SETTLE = 200
export const ROWS_THAT_SETTLE = 50
/** So many rows that could not be used are named. */
export const MOST_REFUSED_SHOWN = 100

export const FETCH_EVERY_MS = DAY_MS
/** After a fetch that failed. */
export const FETCH_AGAIN_MS = 2 * HOUR_MS
export const LONGEST_FETCH_MS = HOUR_MS
/** Of a shop, before or while it sends: the other feeds wait behind it. */
export const LONGEST_SILENCE_MS = 3 * MINUTE_MS
/** A run that nobody has heard of for so long is over. */
export const SILENT_RUN_MS = 5 * MINUTE_MS
/** Runs of a feed that are remembered. */
export const RUNS_KEPT = 30

export const MOST_FEEDS = 50
export const LONGEST_FEED_NAME = 80
export const MOST_PICKED_AT_ONCE = 100
export const MOST_DISMISSED_AT_ONCE = 500
/** A dismissal is forgotten when its feed has not brought the piece for so long. */
export const DISMISSAL_KEPT_MS = 180 * DAY_MS

export const CANDIDATES_ON_A_PAGE = 48
export const LONGEST_SEARCH_OF_CANDIDATES = 120
export const POOL_SORTS = ['percent-off', 'newest', 'price-up', 'price-down'] as const
export type PoolSort = (typeof POOL_SORTS)[number]
