/** Cards in the first row of the widest grid; their pictures load eagerly. */
export const FIRST_ROW = 3
/** Deals before the join banner: two rows of three, or three of two. */
export const BEFORE_BANNER = 6
