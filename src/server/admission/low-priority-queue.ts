import type { LoopDelay } from './loop-delay.ts'
import { isStanding, MANY, type Pressure } from './request-classes.rules.ts'

/** So many who have been let in are forgotten at once. */
const FORGOTTEN = 1000
/** For how long of a turn those in the queue are let in, before the loop looks at what else has come. */
const SLICE_MS = 4

type Options<T> = {
  loop: Pick<LoopDelay, 'now'>
  /** Nobody is there any more to read the answer. */
  isGone: (one: T) => boolean
  letIn: (one: T, pressure: Pressure) => void
}

/**
 * A low-priority queue, emptied in slices of a turn of the event loop. A turn that lets in everybody who has come is
 * long, and whoever asks the database four times waits for four turns: so each turn takes a slice of the queue.
 */
export function createLowPriorityQueue<T>({ loop, isGone, letIn }: Options<T>) {
  let queue: Array<{ one: T; cameAt: number }> = []
  let first = 0
  let standsSince = 0

  function letSomeIn() {
    const until = performance.now() + SLICE_MS
    for (;;) {
      const next = queue[first]
      if (next === undefined) break
      const now = performance.now()
      if (now > until) {
        setImmediate(letSomeIn)
        return
      }
      if (first === FORGOTTEN) {
        queue = queue.slice(first)
        first = 0
      }
      first += 1
      if (isGone(next.one)) continue
      const { lateMs, sinceMs, arrived } = loop.now()
      letIn(next.one, {
        lateMs: Math.max(lateMs, now - next.cameAt),
        sinceMs: Math.max(sinceMs, now - standsSince),
        arrived: Math.max(arrived, queue.length - first),
      })
    }
    queue = []
    first = 0
  }

  return {
    /** Whether those who come now are queued: when many have come in this turn, or wait already. */
    isNeeded: (pressure: Pressure) =>
      queue.length > 0 || pressure.arrived > MANY || isStanding(pressure),
    enter: (one: T) => {
      const now = performance.now()
      if (queue.length === 0) {
        standsSince = now
        setImmediate(letSomeIn)
      }
      queue.push({ one, cameAt: now })
    },
  }
}
