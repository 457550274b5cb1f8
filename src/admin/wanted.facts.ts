/** What fewer people want is not shown, to protect their privacy. */
export const LEAST_WANTED = 5
/** The people of a search are estimated, not counted; above this the number is shown as approximate. */
export const MOST_EXACT = 20
/** Most entries of each kind. */
export const MOST_WANTED = 8
