export const RECONNECT_MS = 5000
/** Clients closed by a stopping server reconnect within this time, spread out at random. */
export const RETURN_WITHIN_MS = 30_000
/** The server has nothing for this browser, so reconnecting is pointless. */
const NORMAL_CLOSURE = 1000
const SERVICE_RESTART = 1012

/**
 * The delay before reconnecting after this close code, in milliseconds; undefined for never. `chance` is a
 * random number in [0, 1).
 */
export function comesBackInMs(closeCode: number, chance: number): number | undefined {
  if (closeCode === NORMAL_CLOSURE) return
  if (closeCode !== SERVICE_RESTART) return RECONNECT_MS
  return RECONNECT_MS + chance * (RETURN_WITHIN_MS - RECONNECT_MS)
}
