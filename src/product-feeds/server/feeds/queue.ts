/** The queue that fetches feeds: those that are due, and those that somebody wants at once. */
export const PRODUCT_FEEDS_QUEUE = 'product-feeds'
