import type { Pressure } from './request-classes.rules.ts'

const TICK_MS = 20
/** Timers are always a little late. */
const CALM_MS = 4

export type LoopDelay = {
  /** The current pressure, also in the middle of a long turn. */
  now: () => Pressure
  /** Counts a request that arrived in this turn. */
  count: () => void
  stop: () => void
}

/** Measures event loop delay with a timer due every 20 ms. */
export function watchLoopDelay(): LoopDelay {
  let dueAt = performance.now() + TICK_MS
  let lateSince: number | undefined
  let arrived = 0
  const timer = setInterval(() => {
    const now = performance.now()
    if (now - dueAt <= CALM_MS) lateSince = undefined
    else lateSince ??= dueAt
    dueAt = now + TICK_MS
  }, TICK_MS).unref()

  // A client that sends one request after another is counted in a new turn each time.
  const endTurn = () => {
    arrived = 0
  }

  return {
    now: () => {
      const now = performance.now()
      const sinceMs = lateSince === undefined ? 0 : now - lateSince
      return { lateMs: Math.max(0, now - dueAt), sinceMs, arrived }
    },
    count: () => {
      arrived += 1
      if (arrived === 1) setImmediate(endTurn)
    },
    stop: () => clearInterval(timer),
  }
}
