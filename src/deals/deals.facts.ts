import { MB } from '#app/shared/counts.ts'

/** Characters of the name of a brand, a product or a retailer. */
export const LONGEST_NAME = 200
/** Characters of a department, category or colour. */
export const LONGEST_TERM = 100
/** Characters of a maker's style number. */
export const LONGEST_STYLE_NUMBER = 60
/** Characters of a list of sizes. */
export const LONGEST_SIZES = 2000
/** Characters of a link, to a retailer or to a picture. */
export const LONGEST_LINK = 2048

/** Pictures besides the card's, which can replace it. */
export const MOST_MORE_PICTURES = 5
export const MOST_PICTURES = 1 + MOST_MORE_PICTURES
export const MOST_PICTURE_BYTES = 8 * MB
export const PICTURE_ENDINGS = ['.jpg', '.jpeg', '.png', '.webp']

export const MOST_SHEET_BYTES = 8 * MB
/** Not counting the heading row. */
export const MOST_SHEET_ROWS = 10_000
export const MOST_SHEET_COLUMNS = 40
export const LONGEST_CELL = 5000
export const SHEET_ENDINGS = ['.xlsx', '.xls', '.csv']
/** A zip of pictures uploaded with a sheet. */
export const MOST_ARCHIVE_BYTES = 256 * MB
/** Existing deals that one sheet may change. */
export const MOST_UPDATED_DEALS = 1000
/** Rows shown in the report of a checked sheet. */
export const MOST_REPORTED_ROWS = 500
/**
 * Limits of the choices made by hand for a sheet: characters of its name and of a field, and corrected cells;
 * beyond that it is better to correct the file.
 */
export const LONGEST_SHEET_NAME = 100
export const LONGEST_FIELD = 40
export const MOST_MENDED_CELLS = 2000

/** Carousels of the landing page and the feed are numbered from 1; 0 means none. */
export const LAST_CAROUSEL = 5
export const MOST_IN_CAROUSEL = 10
/** A carousel with fewer deals is hidden, even when it is switched on. */
export const FEWEST_IN_CAROUSEL = 3
export const LONGEST_CAROUSEL_TITLE = 60

/** Links to retailers that an account may open per day: more than anybody opens by hand, so more is scraping. */
export const MOST_LINKS_A_DAY = 300
/** Pages of the feed that an account may read per hour; lower on trial, the cheapest way to copy names. */
export const MOST_FEED_PAGES_AN_HOUR = 120
export const MOST_FEED_PAGES_AN_HOUR_ON_TRIAL = 60

/** Includes free deals that were open earlier that day: when one ends, the next takes its place. */
export const MOST_FREE_DEALS_A_DAY = 6
/** Suggestion requests per account and hour, sent while typing. */
export const MOST_SUGGESTIONS_AN_HOUR = 900

export const FEED_PAGE_SIZE = 12
export const LARGEST_FEED_PAGE = 48
export const LAST_PAGE = 1_000_000
/** Days in the list to jump to. */
export const MOST_LISTED_DAYS = 31

/** Related deals shown beside a deal, per list: of its brand, and of its category. */
export const MOST_RELATED = 4
/** Other retailers shown for the same piece. */
export const MOST_ELSEWHERE = 6
/** Brands listed on the page of a category or retailer. */
export const MOST_BRANDS_NAMED = 12
/** Deals per hour for which an account may load related ones: product names are paid content. */
export const MOST_RELATED_AN_HOUR = 240
/** Brands listed in a sitemap. */
export const MOST_BRANDS_IN_SITEMAP = 20_000
