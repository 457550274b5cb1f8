/** Looks at what is due; asked for when somebody wants one at once. */
export const PRICE_CHECKS_QUEUE = 'price-checks'
