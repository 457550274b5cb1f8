import { useSyncExternalStore } from 'react'
import { addDays, businessDay, daysBetween } from '#app/shared/dates.ts'
import { useSiteSettings } from './site-settings.ts'

const LOOK_EVERY_MS = 60_000

/** When the first of this page asked: each card of a long list does. */
let from: string | undefined

function daysPassed(): number {
  const today = businessDay(new Date())
  from ??= today
  return daysBetween(from, today)
}

/** Looks every minute, and when the page is shown again: a machine that has slept has had no timers. */
export function watchDay(look: () => void) {
  const timer = setInterval(look, LOOK_EVERY_MS)
  document.addEventListener('visibilitychange', look)
  return () => {
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
  const passed = useSyncExternalStore(watchDay, daysPassed, () => 0)
  return today && addDays(today, passed)
}
