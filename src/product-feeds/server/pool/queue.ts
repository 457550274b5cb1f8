/** The queue that fetches the pictures of picked pieces. */
export const FEED_PICTURES_QUEUE = 'feed-pictures'
