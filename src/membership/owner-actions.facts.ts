/** Most days given at once. The provider's own limit is a period that ends within two years. */
export const MOST_GIVEN_DAYS = 365
export const LONGEST_ACT_REASON = 300
