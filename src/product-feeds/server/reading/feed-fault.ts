export const EMPTY = 'The file is empty. Fetch or upload it again.'

/** A feed that cannot be read at all; the message tells the person who provided it why, and what to do. */
export class FeedFault extends Error {
  override name = 'FeedFault'
}
