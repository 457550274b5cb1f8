import { MINUTE_MS } from '#app/shared/dates.ts'

/** Of one person. */
export const MOST_SAVED = 500
export const SAVED_PAGE_SIZE = 48
export const LAST_SAVED_PAGE = Math.ceil(MOST_SAVED / SAVED_PAGE_SIZE)

/** What a private feed tells, the newest first. */
export const FEED_ITEMS = 100

/** Whole dollars at which somebody may ask to be told. */
export const HIGHEST_TARGET = 100_000

/** For so long one that was taken away comes back as it was, with its day and its price. */
export const UNDO_MS = 10 * MINUTE_MS

export const SAVED_SORTS = ['newest', 'price-up', 'price-down', 'percent-off', 'changed'] as const
export type SavedSort = (typeof SAVED_SORTS)[number]
