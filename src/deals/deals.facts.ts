import { MB } from '#app/shared/counts.ts'

/** Characters of the name of a brand, a product or a retailer. */
export const LONGEST_NAME = 200
/** Characters of a word for what a deal is filed under. */
export const LONGEST_TERM = 100
/** Characters of the number by which its maker knows a piece. */
export const LONGEST_STYLE_NUMBER = 60
/** Characters of a list of sizes. */
export const LONGEST_SIZES = 2000
/** Characters of a link, to a retailer or to a picture. */
export const LONGEST_LINK = 2048

/** Further pictures, that stand in for the one of the card. */
export const MOST_MORE_PICTURES = 5
export const MOST_PICTURES = 1 + MOST_MORE_PICTURES
export const MOST_PICTURE_BYTES = 8 * MB
export const PICTURE_ENDINGS = ['.jpg', '.jpeg', '.png', '.webp']

export const MOST_SHEET_BYTES = 8 * MB
/** Without the row of headings. */
export const MOST_SHEET_ROWS = 10_000
export const MOST_SHEET_COLUMNS = 40
export const LONGEST_CELL = 5000
export const SHEET_ENDINGS = ['.xlsx', '.xls', '.csv']
/** A zip of pictures that comes with a sheet. */
export const MOST_ARCHIVE_BYTES = 256 * MB
/** Deals that are there already and that one sheet changes. */
export const MOST_UPDATED_DEALS = 1000
/** What the report of a checked sheet shows of it. */
export const MOST_REPORTED_ROWS = 500
/**
 * Of what is said of a sheet by hand: characters of its name and of a field, and cells; more are better
 * mended in the file.
 */
export const LONGEST_SHEET_NAME = 100
export const LONGEST_FIELD = 40
export const MOST_MENDED_CELLS = 2000

/** The carousels of landing page and feed are numbered from 1; 0 means none. */
export const LAST_CAROUSEL = 5
export const MOST_IN_CAROUSEL = 10
/** One with fewer deals is not shown, whatever its switch says. */
export const FEWEST_IN_CAROUSEL = 3
export const LONGEST_CAROUSEL_TITLE = 60

/** Ways to a retailer that leave in a day: more than anybody opens by hand; who asks more copies. */
export const MOST_LINKS_A_DAY = 300
/** Pages of the feed for one account in an hour; a trial is the cheapest way to copy names. */
export const MOST_FEED_PAGES_AN_HOUR = 120
export const MOST_FEED_PAGES_AN_HOUR_ON_TRIAL = 60

/** Open and opened before: when one of the free deals ends, the next takes its place. */
export const MOST_FREE_DEALS_A_DAY = 6
/** Questions of one account that types, in an hour. */
export const MOST_SUGGESTIONS_AN_HOUR = 900

export const FEED_PAGE_SIZE = 12
export const LARGEST_FEED_PAGE = 48
export const LAST_PAGE = 1_000_000
/** Of the days to jump to. */
export const MOST_LISTED_DAYS = 31

/** Deals shown beside one, of its brand and of its category. */
export const MOST_RELATED = 4
/** Other retailers of the same piece. */
export const MOST_ELSEWHERE = 6
/** Brands named on the page of a category or retailer. */
export const MOST_BRANDS_NAMED = 12
/** Deals for which somebody may be shown others in an hour: names are what members pay for. */
export const MOST_RELATED_AN_HOUR = 240
/** Brands of which a sitemap tells. */
export const MOST_BRANDS_IN_SITEMAP = 20_000
