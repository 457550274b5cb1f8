import type { LoopDelay } from './loop-delay.ts'
import { isStanding, MANY, type Pressure } from './request-classes.rules.ts'

/** The queue drops this many admitted entries at a time. */
const FORGOTTEN = 1000
/** How long one turn admits queued requests before the event loop gets to other work. */
const SLICE_MS = 4

type Options<T> = {
  loop: Pick<LoopDelay, 'now'>
  /** Whether the client has disconnected. */
  isGone: (one: T) => boolean
  letIn: (one: T, pressure: Pressure) => void
}

/**
 * A low-priority queue, emptied in slices, one for each turn of the event loop. Admitting everybody at once would make
 * turns long, and a request with four database queries waits for four turns.
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
    /** Whether new requests are queued: when many came in this turn, or some wait already. */
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
