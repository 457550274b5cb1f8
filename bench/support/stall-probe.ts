import { appendFileSync, openSync, readSync } from 'node:fs'

// Loaded into the server before the product itself (`--import`): how long its event loop stood still
// since it was last asked, with SIGUSR2. Answers with a line in the file of STALLS_FILE. What the
// thread spent waiting for a core that others had is counted apart: a busy machine is no fault of ours.

const EVERY_MS = 1
/** Of this thread: time it ran, time it was ready and waited for a core, in nanoseconds. */
const schedule = openSync('/proc/self/schedstat', 'r')
const bytes = Buffer.alloc(100)

let longestMs = 0
let longestOwnMs = 0
let lastAt = performance.now()
let lastWaitedMs = waitedMs()

setInterval(() => {
  const now = performance.now()
  const waited = waitedMs()
  const stallMs = now - lastAt - EVERY_MS
  longestMs = Math.max(longestMs, stallMs)
  longestOwnMs = Math.max(longestOwnMs, stallMs - (waited - lastWaitedMs))
  lastAt = now
  lastWaitedMs = waited
}, EVERY_MS).unref()

process.on('SIGUSR2', () => {
  appendFileSync(process.env.STALLS_FILE ?? '', `${JSON.stringify({ longestMs, longestOwnMs })}\n`)
  longestMs = 0
  longestOwnMs = 0
})

function waitedMs(): number {
  const length = readSync(schedule, bytes, 0, bytes.length, 0)
  return Number(bytes.toString('latin1', 0, length).split(' ')[1]) / 1e6
}
