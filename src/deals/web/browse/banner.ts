/** So many deals stand before the banner that says what joining gives: two rows of three, three of two. */
export const BEFORE_BANNER = 6
