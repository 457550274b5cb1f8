import type { Pressure } from './request-classes.rules.ts'

const TICK_MS = 20
/** A timer is a little late whatever happens. */
const CALM_MS = 4

export type LoopDelay = {
  /** As it is at this moment, also in the middle of a turn that takes long. */
  now: () => Pressure
  /** One more request has arrived in this turn. */
  count: () => void
  stop: () => void
}

/** Watches how late the event loop is: what is due every 20 ms comes later the more there is to do. */
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

  // Whoever sends one after the other is in a turn of their own each time.
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
