import type { Log } from '#app/server/log.ts'
import { logSometimes } from '#app/server/log-sometimes.ts'

const noteFailure = logSometimes('what is counted in the records could not be read', 'warn')

type Settings = {
  /** For how long an answer is good: whoever asks more often gets the same one. */
  keptMs: number
  /** Asking for the metrics must be quick also when the database is not. */
  longestMs: number
}

/**
 * A reading that costs a look at the records: one at a time, kept for a while. Undefined while it cannot
 * be told, which is something else than none.
 */
export function keptReading<T>(
  log: Log,
  { keptMs, longestMs }: Settings,
  read: () => Promise<T>,
): () => Promise<T | undefined> {
  let last: { at: number; value: T } | undefined
  let reading: Promise<void> | undefined

  function refresh(): Promise<void> {
    return read()
      .then(
        (value) => {
          last = { at: performance.now(), value }
        },
        (error: unknown) => {
          last = undefined
          noteFailure({ log, now: () => new Date() }, { err: error })
        },
      )
      .finally(() => {
        reading = undefined
      })
  }

  return async () => {
    if (last && performance.now() - last.at < keptMs) return last.value
    reading ??= refresh()
    let timer: NodeJS.Timeout | undefined
    const tooLong = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), longestMs)
    })
    const came = await Promise.race([reading, tooLong])
    clearTimeout(timer)
    return came === 'late' ? undefined : last?.value
  }
}
