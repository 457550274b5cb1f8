import { AsyncResource } from 'node:async_hooks'
import { type Bounds, LONGEST_WAIT_MS, mostWaiting } from './request-classes.rules.ts'

/** A request that is admitted or waiting in the queue. */
export type QueuedRequest = {
  /** The session or network it counts against; called only when places are scarce. */
  holder: () => string
  /** Whether the client has disconnected. */
  isGone: () => boolean
  begin: () => void
  turnAway: () => void
}

export type ConcurrencyLimit = {
  /** Whether this request would be turned away. */
  isFull: (queued: Pick<QueuedRequest, 'holder'>) => boolean
  enter: (queued: QueuedRequest) => void
  /** Must be called exactly once for every request that has begun. */
  leave: (queued: QueuedRequest) => void
  /** For how long the queue has not been empty, in milliseconds. */
  standingMs: () => number
  /** Whether the queue is full for everybody. */
  isCrowded: () => boolean
  count: () => { begun: number; waiting: number }
}

/** A concurrency limit with a bounded queue; requests beyond both are turned away. */
export function createConcurrencyLimit(
  bounds: Pick<Bounds, 'atOnce' | 'waiting' | 'share'>,
  clock = () => performance.now(),
): ConcurrencyLimit {
  const begun = new Set<QueuedRequest>()
  const queue = new Map<QueuedRequest, { timer: NodeJS.Timeout; begin: () => void }>()
  let emptyAt = clock()

  function isFull(queued: Pick<QueuedRequest, 'holder'>): boolean {
    if (begun.size < bounds.atOnce) return false
    if (queue.size >= bounds.waiting || queue.size >= mostWaiting(bounds, standingMs())) {
      for (const each of queue.keys()) if (each.isGone()) forget(each)
    }
    return queue.size >= mostWaiting(bounds, standingMs()) || hasItsShare(queued)
  }

  function standingMs(): number {
    return queue.size === 0 ? 0 : clock() - emptyAt
  }

  function hasItsShare(queued: Pick<QueuedRequest, 'holder'>): boolean {
    const holder = queued.holder()
    let theirs = 0
    for (const each of begun) if (each.holder() === holder) theirs += 1
    for (const each of queue.keys()) if (each.holder() === holder) theirs += 1
    return theirs >= bounds.share
  }

  function forget(queued: QueuedRequest) {
    clearTimeout(queue.get(queued)?.timer)
    queue.delete(queued)
  }

  return {
    isFull,
    enter: (queued) => {
      if (begun.size < bounds.atOnce) {
        begun.add(queued)
        queued.begin()
        return
      }
      if (isFull(queued)) return queued.turnAway()
      if (queue.size === 0) emptyAt = clock()
      const tooLong = () => {
        forget(queued)
        if (!queued.isGone()) queued.turnAway()
      }
      const timer = setTimeout(tooLong, LONGEST_WAIT_MS)
      // Another request will let it in: keep its own async context.
      queue.set(queued, { timer, begin: AsyncResource.bind(() => queued.begin()) })
    },
    leave: (queued) => {
      begun.delete(queued)
      for (const [next, { begin }] of queue) {
        forget(next)
        // The client has disconnected.
        if (next.isGone()) continue
        begun.add(next)
        begin()
        return
      }
    },
    standingMs,
    isCrowded: () => begun.size >= bounds.atOnce && queue.size >= mostWaiting(bounds, standingMs()),
    count: () => ({ begun: begun.size, waiting: queue.size }),
  }
}
