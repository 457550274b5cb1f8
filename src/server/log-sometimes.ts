import { MINUTE_MS } from '#app/shared/dates.ts'
import type { AppContext } from './context.ts'

/**
 * Rate-limited logging for what anybody can cause at will: logs the first event at once and then one line per interval
 * (default a minute) with the number of events since.
 */
export function logSometimes(
  words: string,
  level: 'info' | 'warn' | 'error',
  everyMs: number = MINUTE_MS,
) {
  const last = new WeakMap<AppContext['log'], { at: number; others: number }>()
  return ({ log, now }: Pick<AppContext, 'log' | 'now'>, about: object): void => {
    const at = now().getTime()
    const before = last.get(log)
    if (before && Math.abs(at - before.at) < everyMs) {
      before.others += 1
      return
    }
    last.set(log, { at, others: 0 })
    log[level]({ ...about, ...(before?.others && { others: before.others }) }, words)
  }
}
