/** A worker that lived for so long was well: the next death of it is counted anew. */
export const WELL_AFTER_MS = 60_000
/** So many deaths in a row, none of them after having been well, are a crash loop. */
export const MOST_DEATHS = 5

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000

type Death = {
  /** In a row, this one included, none of them after the worker had been well. */
  deaths: number
  /** Whether another worker takes requests. */
  isServed: boolean
}

/**
 * How long to wait before a worker that died has a successor; undefined for a crash loop that leaves
 * nobody who serves. While others serve there is no reason to take them away as well.
 */
export function waitAfterDeath({ deaths, isServed }: Death): number | undefined {
  if (deaths >= MOST_DEATHS && !isServed) return
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (deaths - 1))
}

/** In a row, with the one that has just come after so long a life. */
export function countDeath(before: number, livedMs: number): number {
  return livedMs >= WELL_AFTER_MS ? 1 : before + 1
}

/** What PostgreSQL allows unless told otherwise, less what people, backups and listening lines need. */
const MOST_TOGETHER = 60
/** Fewer would make a page wait for itself. */
const LEAST_EACH = 4

/**
 * How many connections of the pool each worker gets: all together as many as one process had been
 * allowed, or what the server surely has. While workers are exchanged there is one more of them.
 */
export function shareOfPool(
  workers: number,
  { asked, usual }: { asked?: number | undefined; usual: number },
): number {
  const together = asked ?? Math.min(MOST_TOGETHER, usual * workers)
  return Math.max(LEAST_EACH, Math.floor(together / (workers + 1)))
}

/** Workers are given connections in turn, so that each sees an equal part of a network's. */
export function shareOfConnections(workers: number, ofNetwork: number): number {
  return Math.ceil(ofNetwork / workers)
}
