import { MINUTE_MS } from '#app/shared/dates.ts'

/** The limit per person. */
export const MOST_SAVED = 500
export const SAVED_PAGE_SIZE = 48
export const LAST_SAVED_PAGE = Math.ceil(MOST_SAVED / SAVED_PAGE_SIZE)

/** How many of the newest deals a private feed has. */
export const FEED_ITEMS = 100

/** The highest target, in whole dollars. */
export const HIGHEST_TARGET = 100_000

/** How long a removed deal can be restored unchanged, with its date and price. */
export const UNDO_MS = 10 * MINUTE_MS

export const SAVED_SORTS = ['newest', 'price-up', 'price-down', 'percent-off', 'changed'] as const
export type SavedSort = (typeof SAVED_SORTS)[number]
