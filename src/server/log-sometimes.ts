import { MINUTE_MS } from '#app/shared/dates.ts'
import type { AppContext } from './context.ts'

/**
 * For what anybody can cause as often as they like: logs the first at once and then one line a minute,
 * or as often as is said, with how many others there have been since the line before.
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
