/** What fewer people want is not shown, to protect their privacy. */
export const LEAST_WANTED = 5
/** Above this, the number of people who search is an estimate and is shown as approximate. */
export const MOST_EXACT = 20
/** Most entries of each kind. */
export const MOST_WANTED = 8
