/**
 * Advisory locks with a fixed key, one for each purpose, because sharing a key would make unrelated work wait. Locks for
 * a single row use a hash of its name instead.
 */
export const ADVISORY_LOCKS = {
  /** Migrating the tables of the job queue. */
  jobStore: 7_307_114,
  /** Creating monthly partitions. */
  months: 7_307_115,
  /** Filling an empty database. */
  fill: 7_307_116,
} as const
