import { shareOfConnections } from '#app/server/cluster/cluster.rules.ts'

/** Longest message a browser may send. It has nothing to say, so any message ends the line. */
export const LONGEST_MESSAGE_BYTES = 4096
export const MOST_FRAGMENTS = 8
/** Pieces of what has arrived and is not read yet. */
export const MOST_BUFFERED_CHUNKS = 64
/** Pings and pongs a browser may send between two of our own pings, which call for one. */
export const MOST_CONTROL_FRAMES = 20
/** What a browser may leave unread before it is given up. */
export const MOST_UNREAD_BYTES = 64 * 1024

export const MOST_SOCKETS = 10_000
export const MOST_PER_OWNER = 10
export const MOST_PER_NETWORK = 50

export const PING_EVERY_MS = 30_000
/** Whose lines all come to the same worker by chance is not turned away for less. */
const LEAST_PER_OWNER = 4
const LEAST_PER_NETWORK = 10

/** What each of so many workers lets in, so that all of them together let in no more than one process does. */
export function shareOfSockets(workers: number) {
  const perOwner = Math.max(LEAST_PER_OWNER, shareOfConnections(workers, MOST_PER_OWNER))
  const perNetwork = Math.max(LEAST_PER_NETWORK, shareOfConnections(workers, MOST_PER_NETWORK))
  /** Of one network between two pings: a full house may come back twice. */
  return { perOwner, perNetwork, handshakes: 2 * perNetwork }
}
/** Handshakes that ask who somebody is at the same time, and that may wait their turn. */
export const ASKING_AT_ONCE = 4
export const MOST_WAITING = 2000
/** A handshake that takes longer is given up. */
export const LONGEST_HANDSHAKE_MS = 10_000

/** How long the other side may take to agree that the line is closed. */
export const LONGEST_GOODBYE_MS = 2000
/** Over how long a stopping process sends its browsers away, so that they come back one by one. */
const SPREAD_MS = 3000
export const SPREAD_STEP_MS = 100

/** How many to close in each step: all within the spread, and one at a time when they are few. */
export function perStep(sockets: number): number {
  return Math.max(1, Math.ceil(sockets / (SPREAD_MS / SPREAD_STEP_MS)))
}

/**
 * Codes of RFC 6455. A browser comes back after any but the first, which says that there is nothing
 * here for it.
 */
export const CLOSE = { forGood: 1000, badManners: 1008, restart: 1012 } as const
