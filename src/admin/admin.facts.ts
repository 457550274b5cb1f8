import { HOUR_MS, MINUTE_MS } from '#app/shared/dates.ts'

/** How many deals one call may change at most. */
export const MOST_AT_ONCE = 1000
export const ADMIN_PAGE_SIZE = 50
export const LARGEST_ADMIN_PAGE = 100
/** Characters of what is searched for. */
export const LONGEST_SEARCH = 100
/** Characters of how the audit log calls whoever is there. */
export const LONGEST_ADMIN_NAME = 60

/** Characters of what else the lists are narrowed by: as calls take it and addresses keep it. */
export const LONGEST_IMPORT_ID = 40
export const LONGEST_DEAL_IDS = 4000
export const LONGEST_ACTION = 40
export const LONGEST_SUBJECT_ID = 120

/** The back office locks itself after this long without use, */
export const ADMIN_IDLE_MS = 30 * MINUTE_MS
/** or after this long whatever happens. */
export const ADMIN_LONGEST_MS = 12 * HOUR_MS
