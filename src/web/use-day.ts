import { useEffect, useState } from 'react'
import { addDays, businessDay, daysBetween } from '#app/shared/dates.ts'
import { useSiteSettings } from './site-settings.ts'

const LOOK_EVERY_MS = 60_000

/**
 * The business day by the server's clock, moved on by as many days as this browser has seen pass since the
 * page came. Empty where nobody said it.
 */
export function useDay(): string {
  const { today } = useSiteSettings()
  const [passed, setPassed] = useState(0)

  useEffect(() => {
    const from = businessDay(new Date())
    const look = () => setPassed(daysBetween(from, businessDay(new Date())))
    const timer = setInterval(look, LOOK_EVERY_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])

  return today === '' || passed === 0 ? today : addDays(today, passed)
}
