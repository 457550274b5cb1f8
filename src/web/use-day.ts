import { useSyncExternalStore } from 'react'
import { addDays, businessDay, daysBetween } from '#app/shared/dates.ts'
import { useSiteSettings } from './site-settings.ts'

const LOOK_EVERY_MS = 60_000

/** The day on which the page first asked; shared by the many cards of a list. */
let from: string | undefined

function daysPassed(): number {
  const today = businessDay(new Date())
  from ??= today
  return daysBetween(from, today)
}

const watching = new Set<() => void>()
let timer: ReturnType<typeof setInterval>

/**
 * Checks every minute and whenever the page is shown again, as timers stop while a machine sleeps. All
 * watchers share one timer.
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
 * The server's business day, advanced by the days that this browser has seen pass since the page was
 * rendered. Empty if the server's day is unknown.
 */
export function useDay(): string {
  const { today } = useSiteSettings()
  const passed = useSyncExternalStore(watchDay, daysPassed, () => 0)
  return today && addDays(today, passed)
}
