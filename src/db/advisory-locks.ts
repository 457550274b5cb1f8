/**
 * The advisory locks with a fixed key, one for each purpose: whoever waits for another's key waits for
 * work that has nothing to do with its own. What belongs to one row is locked by a hash of its name.
 */
export const ADVISORY_LOCKS = {
  /** Bringing the tables of the job queue up to date. */
  jobStore: 7_307_114,
  /** Making the months that come. */
  months: 7_307_115,
  /** Filling an empty database. */
  fill: 7_307_116,
} as const
