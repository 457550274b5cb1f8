/** What fewer people want is nobody's business. */
export const LEAST_WANTED = 5
/** Above this the people of a search are told as about so many: they are reckoned, not counted. */
export const MOST_EXACT = 20
/** Of each kind. */
export const MOST_WANTED = 8
