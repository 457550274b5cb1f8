import { useEffect, useState } from 'react'
import { businessDay } from '#app/shared/dates.ts'
import { watchDay } from '#app/web/use-day.ts'
import { todayAfter } from './days.rules.ts'

/**
 * Today on a page that may stay open past midnight: the server's day, advanced by the days this browser has
 * seen pass. So a wrong clock does no harm as long as it runs.
 */
export function useToday(today: string): string {
  const [passed, setPassed] = useState<{ from: string; to: string }>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new answer starts over.
  useEffect(() => {
    setPassed(undefined)
    const from = businessDay(new Date())
    return watchDay(() => {
      const to = businessDay(new Date())
      setPassed((before) => (to === (before?.to ?? from) ? before : { from, to }))
    })
  }, [today])

  return passed ? todayAfter(today, passed.from, passed.to) : today
}
