import { useSyncExternalStore } from 'react'
import { addDays, businessDay, daysBetween } from '#app/shared/dates.ts'
import { useSiteSettings } from './site-settings.ts'

const LOOK_EVERY_MS = 60_000

/** Since the first of this page asked; each card of a long list asks. */
let passed = 0
let from: string | undefined
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval>

function look() {
  from ??= businessDay(new Date())
  const now = daysBetween(from, businessDay(new Date()))
  if (now === passed) return
  passed = now
  for (const tell of listeners) tell()
}

function subscribe(tell: () => void) {
  if (listeners.size === 0) {
    look()
    timer = setInterval(look, LOOK_EVERY_MS)
    document.addEventListener('visibilitychange', look)
  }
  listeners.add(tell)
  return () => {
    listeners.delete(tell)
    if (listeners.size > 0) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
  }
}

/**
 * The business day by the server's clock, moved on by as many days as this browser has seen pass since the
 * page came. Empty where nobody said it.
 */
export function useDay(): string {
  const { today } = useSiteSettings()
  const days = useSyncExternalStore(
    subscribe,
    () => passed,
    () => 0,
  )
  return today === '' || days === 0 ? today : addDays(today, days)
}
