/** What fewer people want is nobody's business. */
export const LEAST_WANTED = 5
/** Of each kind. */
export const MOST_WANTED = 8
