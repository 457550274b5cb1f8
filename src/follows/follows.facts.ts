import { DAY_MS } from '#app/shared/dates.ts'

export const FOLLOW_KINDS = ['brand', 'category', 'retailer', 'search'] as const
export type FollowKind = (typeof FOLLOW_KINDS)[number]

/** Of one person, what is left out included. */
export const MOST_FOLLOWS = 200
/** Each is asked of the catalogue by itself. */
export const MOST_SEARCHES = 20
/** Characters of the filters of a search, as an address writes them. */
export const LONGEST_FOLLOWED_SEARCH = 1000

/** 'For you' shows no deal of an earlier day than these, today's included. */
export const FOR_YOU_DAYS = 14
export const FOR_YOU_PAGE_SIZE = 24
/** Of the newest deals, in days with more than anybody reads. */
export const MOST_CONSIDERED = 20_000
export const LAST_FOR_YOU_PAGE = 100
/** Of the brands to choose from at once, and in which days they are counted. */
export const MOST_SEEN_BRANDS = 24
export const MOST_SEEN_DAYS = 30
/** Of the brands whose names are like what was typed. */
export const MOST_FOUND_BRANDS = 12
/** The days in which the set-up counts what fits. */
export const FIT_DAYS = 7

/** What a deal scores for what is true of it and of the person. */
export const POINTS = {
  brand: 4,
  category: 2,
  size: 2,
  ceiling: 1,
  savedBrand: 1,
  newToday: 2,
  newLately: 1,
} as const
/** A deal is new lately on so many days after its first. */
export const NEW_LATELY_DAYS = 3

/** For so long 'Not for me' is kept: by then the deal is too old for the page. */
export const DECLINED_FOR_MS = 30 * DAY_MS

/** A set-up holds at most so many sizes. */
export const MOST_SIZES = 100
/** Whole dollars that a ceiling may have. */
export const HIGHEST_CEILING = 100_000
