export const EMPTY = 'The file is empty. Fetch or upload it again.'

/** Why a whole feed cannot be read, and what to do, in words for whoever gave it. */
export class FeedFault extends Error {
  override name = 'FeedFault'
}
