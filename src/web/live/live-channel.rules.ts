export const RECONNECT_MS = 5000
/** The server has nothing for this browser: coming back would change nothing. */
const NORMAL_CLOSURE = 1000

/** Whether a line that was closed with this code is opened again after a while. */
export function comesBackAfter(closeCode: number): boolean {
  return closeCode !== NORMAL_CLOSURE
}
