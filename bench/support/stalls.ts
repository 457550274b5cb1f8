import { openSync, readSync } from 'node:fs'

const EVERY_MS = 1

/**
 * Measures the longest stalls of this thread's event loop from now on: by wall time; without the time it
 * waited for a core, because a busy machine is not our fault; and the part in which it worked itself, because
 * it may wait for the garbage collector's threads, which wait for cores too.
 */
export function watchStalls(): { read: () => Stalls; forget: () => void; stop: () => void } {
  // The thread's running time, then its time ready and waiting for a core, in nanoseconds.
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
