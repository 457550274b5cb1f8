/** A worker that lived this long was healthy: its next death counts as the first. */
export const WELL_AFTER_MS = 60_000
/** This many early deaths in a row are a crash loop. */
export const MOST_DEATHS = 5

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000

type Death = {
  /** Early deaths in a row, this one included. */
  deaths: number
  /** Whether another worker is serving. */
  isServed: boolean
}

/**
 * Milliseconds to wait before replacing a dead worker; undefined to give up, in a crash loop with no other worker
 * serving. While others serve, it keeps trying.
 */
export function waitAfterDeath({ deaths, isServed }: Death): number | undefined {
  if (deaths >= MOST_DEATHS && !isServed) return
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (deaths - 1))
}

/** Early deaths in a row, given the count before and how long the worker lived. */
export function countDeath(before: number, livedMs: number): number {
  return livedMs >= WELL_AFTER_MS ? 1 : before + 1
}

/** PostgreSQL's default limit of 100, less what people, backups and LISTEN connections need. */
const MOST_TOGETHER = 60
/** With fewer, the parallel queries of one page would wait for each other. */
const LEAST_EACH = 4

/**
 * Pool connections of each worker: together as many as configured for one process, or what the server surely has.
 * There is one extra worker while workers are replaced.
 */
export function shareOfPool(
  workers: number,
  { asked, usual }: { asked?: number | undefined; usual: number },
): number {
  const together = asked ?? Math.min(MOST_TOGETHER, usual * workers)
  return Math.max(LEAST_EACH, Math.floor(together / (workers + 1)))
}

/** The part of a per-network limit each worker enforces: connections are handed out round-robin. */
export function shareOfConnections(workers: number, ofNetwork: number): number {
  return Math.ceil(ofNetwork / workers)
}
