import type { Log } from './log.ts'

const ONCE_IN_MS = 60_000

/**
 * A warning that is written at once and then at most once a minute, with how often it was meant: who
 * attacks may fill neither the log nor the disk it is on.
 */
export function createRareWarning(log: Pick<Log, 'warn'>, message: string) {
  let quietUntil = 0
  let unsaid = 0
  return (details: Record<string, unknown> = {}): void => {
    unsaid += 1
    const now = performance.now()
    if (now < quietUntil) return
    quietUntil = now + ONCE_IN_MS
    log.warn({ ...details, times: unsaid }, message)
    unsaid = 0
  }
}
