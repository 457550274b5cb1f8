import { shareOfConnections } from '#app/server/cluster/cluster.rules.ts'

/** Longest message a browser may send. Browsers have nothing to send, so any message closes the connection. */
export const LONGEST_MESSAGE_BYTES = 4096
export const MOST_FRAGMENTS = 8
/** Received chunks that are not processed yet. */
export const MOST_BUFFERED_CHUNKS = 64
/** Pings and pongs a browser may send between two of our pings, each of which asks for one. */
export const MOST_CONTROL_FRAMES = 20
/** Unread bytes after which a browser is given up. */
export const MOST_UNREAD_BYTES = 64 * 1024

export const MOST_SOCKETS = 10_000
export const MOST_PER_OWNER = 10
export const MOST_PER_NETWORK = 50

export const PING_EVERY_MS = 30_000
/** Minimum share of one worker, in case all connections of an owner or network happen to reach it. */
const LEAST_PER_OWNER = 4
const LEAST_PER_NETWORK = 10

/** Limits of each worker, so that all together admit about as much as a single process would. */
export function shareOfSockets(workers: number) {
  const perOwner = Math.max(LEAST_PER_OWNER, shareOfConnections(workers, MOST_PER_OWNER))
  const perNetwork = Math.max(LEAST_PER_NETWORK, shareOfConnections(workers, MOST_PER_NETWORK))
  /** Per network between two pings: a full network may reconnect twice. */
  return { perOwner, perNetwork, handshakes: 2 * perNetwork }
}
/** Handshakes that look up identities at the same time, and that may wait for that. */
export const ASKING_AT_ONCE = 4
export const MOST_WAITING = 2000
/** Time limit of a handshake. */
export const LONGEST_HANDSHAKE_MS = 10_000

/** Time for the other side to acknowledge the close. */
export const LONGEST_GOODBYE_MS = 2000
/** Period over which a stopping process closes its sockets, so that browsers do not all reconnect at once. */
const SPREAD_MS = 3000
export const SPREAD_STEP_MS = 100

/** How many sockets to close in each step, so that all are closed within the spread. */
export function perStep(sockets: number): number {
  return Math.max(1, Math.ceil(sockets / (SPREAD_MS / SPREAD_STEP_MS)))
}

/**
 * Close codes of RFC 6455. Browsers reconnect after any but the first, which means that there is nothing here
 * for them.
 */
export const CLOSE = { forGood: 1000, badManners: 1008, restart: 1012 } as const
