import type { Log } from '#app/server/log.ts'
import { logSometimes } from '#app/server/log-sometimes.ts'

const noteFailure = logSometimes('what is counted in the records could not be read', 'warn')

type Settings = {
  /** How long a value is cached. */
  keptMs: number
  /** Time limit, so that scraping is quick even when the database is not. */
  longestMs: number
}

/**
 * Caches a gauge value that needs a query, and runs one query at a time. Undefined while it is unknown, which differs
 * from zero.
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
