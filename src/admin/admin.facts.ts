import { HOUR_MS, MINUTE_MS } from '#app/shared/dates.ts'

/** Most deals that one call may change. */
export const MOST_AT_ONCE = 1000
export const ADMIN_PAGE_SIZE = 50
export const LARGEST_ADMIN_PAGE = 100
/** Most characters of a search. */
export const LONGEST_SEARCH = 100
/** Most characters of an administrator's name. */
export const LONGEST_ADMIN_NAME = 60

/** Most characters of the other list filters, in calls and in addresses. */
export const LONGEST_IMPORT_ID = 40
export const LONGEST_DEAL_IDS = 4000
export const LONGEST_ACTION = 40
export const LONGEST_SUBJECT_ID = 120

/** The back office locks itself after this long without use. */
export const ADMIN_IDLE_MS = 30 * MINUTE_MS
/** The back office locks itself after this long in any case. */
export const ADMIN_LONGEST_MS = 12 * HOUR_MS
