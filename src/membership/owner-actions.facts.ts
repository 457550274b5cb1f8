/** Days that can be given at once; the payment provider takes no period longer than two years. */
export const MOST_GIVEN_DAYS = 365
export const LONGEST_ACT_REASON = 300
