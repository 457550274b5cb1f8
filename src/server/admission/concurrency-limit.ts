import { AsyncResource } from 'node:async_hooks'
import { type Bounds, LONGEST_WAIT_MS, mostWaiting } from './request-classes.rules.ts'

/** A request that is admitted, or waits in the queue for it. */
export type QueuedRequest = {
  /** Whose share it is of; asked only when places are scarce. */
  holder: () => string
  /** Nobody is there any more to read the answer. */
  isGone: () => boolean
  begin: () => void
  turnAway: () => void
}

export type ConcurrencyLimit = {
  /** Whether this one would be turned away. */
  isFull: (queued: Pick<QueuedRequest, 'holder'>) => boolean
  enter: (queued: QueuedRequest) => void
  /** Whoever began leaves, exactly once. */
  leave: (queued: QueuedRequest) => void
  /** How long the queue has not been empty. */
  standingMs: () => number
  /** Whether there is no room in the queue, whoever comes. */
  isCrowded: () => boolean
  count: () => { begun: number; waiting: number }
}

/** A concurrency limit with a bounded queue: so many are in the making, so many wait; the others are turned away. */
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
      // Whoever lets it in later is another request: it goes on as itself.
      queue.set(queued, { timer, begin: AsyncResource.bind(() => queued.begin()) })
    },
    leave: (queued) => {
      begun.delete(queued)
      for (const [next, { begin }] of queue) {
        forget(next)
        // Nobody is there to read it.
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
