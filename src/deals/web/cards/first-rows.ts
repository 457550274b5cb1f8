/** Cards of the first row where there is room for most: they are fetched at once. */
export const FIRST_ROW = 3
/** So many deals stand before the banner that says what joining gives: two rows of three, three of two. */
export const BEFORE_BANNER = 6
