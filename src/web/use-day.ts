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

const watching = new Set<() => void>()
let timer: ReturnType<typeof setInterval>

/**
 * Looks every minute, and when the page is shown again: a machine that has slept has had no timers. One timer
 * for all of a long list.
 */
export function watchDay(look: () => void) {
  if (watching.size === 0) {
    timer = setInterval(lookAll, LOOK_EVERY_MS)
    document.addEventListener('visibilitychange', lookAll)
  }
  watching.add(look)
  return () => {
    watching.delete(look)
    if (watching.size > 0) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', lookAll)
  }
}

function lookAll() {
  for (const look of watching) look()
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
