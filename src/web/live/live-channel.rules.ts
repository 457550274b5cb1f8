export const RECONNECT_MS = 5000
/** Whoever was sent away by a server that stops is back within this: one by one, not all in a moment. */
export const RETURN_WITHIN_MS = 30_000
/** The server has nothing for this browser: coming back would change nothing. */
const NORMAL_CLOSURE = 1000
const SERVICE_RESTART = 1012

/**
 * How long after a line was closed with this code it is opened again; undefined for never. `chance` is
 * from 0 up to 1.
 */
export function comesBackInMs(closeCode: number, chance: number): number | undefined {
  if (closeCode === NORMAL_CLOSURE) return
  if (closeCode !== SERVICE_RESTART) return RECONNECT_MS
  return RECONNECT_MS + chance * (RETURN_WITHIN_MS - RECONNECT_MS)
}
