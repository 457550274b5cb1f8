import { openSync, readSync } from 'node:fs'

const EVERY_MS = 1

/**
 * How long the loop of this thread stood still at most, from now on: by the clock, and without what it waited
 * for a core that others had, since a busy machine is no fault of ours.
 */
export function watchStalls(): { read: () => Stalls; forget: () => void; stop: () => void } {
  // Of this thread: time it ran, time it was ready and waited for a core, in nanoseconds.
  const schedule = openSync('/proc/thread-self/schedstat', 'r')
  const bytes = Buffer.alloc(100)
  let stalls = NONE
  let lastAt = performance.now()
  let lastWaitedMs = waitedMs()

  const timer = setInterval(() => {
    const now = performance.now()
    const waited = waitedMs()
    const stallMs = now - lastAt - EVERY_MS
    stalls = {
      longestMs: Math.max(stalls.longestMs, stallMs),
      longestOwnMs: Math.max(stalls.longestOwnMs, stallMs - (waited - lastWaitedMs)),
    }
    lastAt = now
    lastWaitedMs = waited
  }, EVERY_MS).unref()

  function waitedMs(): number {
    const length = readSync(schedule, bytes, 0, bytes.length, 0)
    return Number(bytes.toString('latin1', 0, length).split(' ')[1]) / 1e6
  }

  return {
    read: () => stalls,
    forget: () => {
      stalls = NONE
    },
    stop: () => clearInterval(timer),
  }
}

type Stalls = { longestMs: number; longestOwnMs: number }
const NONE: Stalls = { longestMs: 0, longestOwnMs: 0 }
