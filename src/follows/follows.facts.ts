import { DAY_MS } from '#app/shared/dates.ts'

export const FOLLOW_KINDS = ['brand', 'category', 'retailer', 'search'] as const
export type FollowKind = (typeof FOLLOW_KINDS)[number]

/** The limit per person, including hidden items. */
export const MOST_FOLLOWS = 200
/** A lower limit, since each search is a query of its own. */
export const MOST_SEARCHES = 20
/** The longest search in characters, as query string. */
export const LONGEST_FOLLOWED_SEARCH = 1000

/** The days that 'For you' covers, including today. */
export const FOR_YOU_DAYS = 14
export const FOR_YOU_PAGE_SIZE = 24
/** Limits the deals considered, on days with more than anybody reads. */
export const MOST_CONSIDERED = 20_000
export const LAST_FOR_YOU_PAGE = 100
/** How many frequent brands are offered, and over how many days they are counted. */
export const MOST_SEEN_BRANDS = 24
export const MOST_SEEN_DAYS = 30
/** How many brands a search by name returns. */
export const MOST_FOUND_BRANDS = 12
/** The days over which the setup counts fitting deals. */
export const FIT_DAYS = 7

/** The points for each reason. */
export const POINTS = {
  brand: 4,
  category: 2,
  size: 2,
  ceiling: 1,
  savedBrand: 1,
  newToday: 2,
  newLately: 1,
} as const
/** For how many days after its first a deal gets `newLately`. */
export const NEW_LATELY_DAYS = 3

/** How long 'Not for me' is stored; by then the deal is too old for the page. */
export const DECLINED_FOR_MS = 30 * DAY_MS

/** The most sizes of a setup. */
export const MOST_SIZES = 100
/** The highest ceiling, in whole dollars. */
export const HIGHEST_CEILING = 100_000
