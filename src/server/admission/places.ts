import { AsyncResource } from 'node:async_hooks'
import { type Bounds, LONGEST_WAIT_MS, mostWaiting } from './request-classes.rules.ts'

export type Guest = {
  /** Whose share it is of; asked only when places are scarce. */
  holder: () => string
  /** Nobody is there any more to read the answer. */
  isGone: () => boolean
  begin: () => void
  turnAway: () => void
}

export type Places = {
  /** Whether this one would be turned away. */
  isFull: (guest: Pick<Guest, 'holder'>) => boolean
  enter: (guest: Guest) => void
  /** Whoever began leaves, exactly once. */
  leave: (guest: Guest) => void
  /** How long the line has not been empty. */
  standingMs: () => number
  /** Whether there is no room in the line, whoever comes. */
  isCrowded: () => boolean
  count: () => { begun: number; waiting: number }
}

/** So many are in the making, so many wait in a line that is short; the others are turned away. */
export function createPlaces(
  bounds: Pick<Bounds, 'atOnce' | 'waiting' | 'share'>,
  clock = () => performance.now(),
): Places {
  const begun = new Set<Guest>()
  const line = new Map<Guest, { timer: NodeJS.Timeout; begin: () => void }>()
  let emptyAt = clock()

  function isFull(guest: Pick<Guest, 'holder'>): boolean {
    if (begun.size < bounds.atOnce) return false
    if (line.size >= bounds.waiting || line.size >= mostWaiting(bounds, standingMs())) {
      for (const each of line.keys()) if (each.isGone()) forget(each)
    }
    return line.size >= mostWaiting(bounds, standingMs()) || hasItsShare(guest)
  }

  function standingMs(): number {
    return line.size === 0 ? 0 : clock() - emptyAt
  }

  function hasItsShare(guest: Pick<Guest, 'holder'>): boolean {
    const holder = guest.holder()
    let theirs = 0
    for (const each of begun) if (each.holder() === holder) theirs += 1
    for (const each of line.keys()) if (each.holder() === holder) theirs += 1
    return theirs >= bounds.share
  }

  function forget(guest: Guest) {
    clearTimeout(line.get(guest)?.timer)
    line.delete(guest)
  }

  return {
    isFull,
    enter: (guest) => {
      if (begun.size < bounds.atOnce) {
        begun.add(guest)
        guest.begin()
        return
      }
      if (isFull(guest)) return guest.turnAway()
      if (line.size === 0) emptyAt = clock()
      const tooLong = () => {
        forget(guest)
        if (!guest.isGone()) guest.turnAway()
      }
      const timer = setTimeout(tooLong, LONGEST_WAIT_MS)
      // Whoever lets it in later is another request: it goes on as itself.
      line.set(guest, { timer, begin: AsyncResource.bind(() => guest.begin()) })
    },
    leave: (guest) => {
      begun.delete(guest)
      for (const [next, { begin }] of line) {
        forget(next)
        // Nobody is there to read it.
        if (next.isGone()) continue
        begun.add(next)
        begin()
        return
      }
    },
    standingMs,
    isCrowded: () => begun.size >= bounds.atOnce && line.size >= mostWaiting(bounds, standingMs()),
    count: () => ({ begun: begun.size, waiting: line.size }),
  }
}
