import { openSync, readSync } from 'node:fs'

const EVERY_MS = 1

/**
 * How long the loop of this thread stood still at most, from now on: by the clock; without what it waited for a core
 * that others had, since a busy machine is no fault of ours; and how much of that it worked itself, since the garbage
 * collector's other threads wait for a core as well, and it for them.
 */
export function watchStalls(): { read: () => Stalls; forget: () => void; stop: () => void } {
  // Of this thread: time it ran, time it was ready and waited for a core, in nanoseconds.
  const schedule = openSync('/proc/thread-self/schedstat', 'r')
  const bytes = Buffer.alloc(100)
  let stalls = NONE
  let lastAt = performance.now()
  let lastWaitedMs = waitedMs()
  let lastWorkedMs = workedMs()

  const timer = setInterval(() => {
    const now = performance.now()
    const [waited, worked] = [waitedMs(), workedMs()]
    const stallMs = now - lastAt - EVERY_MS
    stalls = {
      longestMs: Math.max(stalls.longestMs, stallMs),
      longestOwnMs: Math.max(stalls.longestOwnMs, stallMs - (waited - lastWaitedMs)),
      longestWorkMs: Math.max(stalls.longestWorkMs, worked - lastWorkedMs),
    }
    lastAt = now
    lastWaitedMs = waited
    lastWorkedMs = worked
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

function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

type Stalls = { longestMs: number; longestOwnMs: number; longestWorkMs: number }
const NONE: Stalls = { longestMs: 0, longestOwnMs: 0, longestWorkMs: 0 }
