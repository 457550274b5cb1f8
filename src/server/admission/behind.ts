import type { LoopDelay } from './loop-delay.ts'
import { isStanding, MANY, type Pressure } from './request-classes.rules.ts'

/** So many who have been let in are forgotten at once. */
const FORGOTTEN = 1000
/** For how long of a turn those behind are let in, before the loop looks at what else has come. */
const SLICE_MS = 4

type Options<T> = {
  loop: Pick<LoopDelay, 'now'>
  /** Nobody is there any more to read the answer. */
  isGone: (one: T) => boolean
  letIn: (one: T, pressure: Pressure) => void
}

/**
 * The line of those who come after all others. A turn of the loop that lets in everybody who has come is long, and
 * whoever asks the database four times waits for four turns: so each turn takes a slice of them.
 */
export function createBehind<T>({ loop, isGone, letIn }: Options<T>) {
  let line: Array<{ one: T; cameAt: number }> = []
  let first = 0
  let standsSince = 0

  function letSomeIn() {
    const until = performance.now() + SLICE_MS
    for (;;) {
      const next = line[first]
      if (next === undefined) break
      const now = performance.now()
      if (now > until) {
        setImmediate(letSomeIn)
        return
      }
      if (first === FORGOTTEN) {
        line = line.slice(first)
        first = 0
      }
      first += 1
      if (isGone(next.one)) continue
      const { lateMs, sinceMs, arrived } = loop.now()
      letIn(next.one, {
        lateMs: Math.max(lateMs, now - next.cameAt),
        sinceMs: Math.max(sinceMs, now - standsSince),
        arrived: Math.max(arrived, line.length - first),
      })
    }
    line = []
    first = 0
  }

  return {
    /** Whether those who come now come behind: when many have come in this turn, or stand there already. */
    isFor: (pressure: Pressure) =>
      line.length > 0 || pressure.arrived > MANY || isStanding(pressure),
    enter: (one: T) => {
      const now = performance.now()
      if (line.length === 0) {
        standsSince = now
        setImmediate(letSomeIn)
      }
      line.push({ one, cameAt: now })
    },
  }
}
