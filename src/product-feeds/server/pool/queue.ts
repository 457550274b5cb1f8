/** Fetches the pictures of pieces that were picked. */
export const FEED_PICTURES_QUEUE = 'feed-pictures'
