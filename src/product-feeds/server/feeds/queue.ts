/** Fetches the feeds that are due, or that somebody wants at once. */
export const PRODUCT_FEEDS_QUEUE = 'product-feeds'
