import { useEffect, useState } from 'react'
import { businessDay } from '#app/shared/dates.ts'
import { watchDay } from '#app/web/use-day.ts'
import { todayAfter } from './days.rules.ts'

/**
 * The day it is, of a page that may be left open past midnight: the server's, which the page was made
 * with, moved on by as many days as this browser has seen pass since. What its clock says does not
 * matter, only that it goes on.
 */
export function useToday(today: string): string {
  const [passed, setPassed] = useState<{ from: string; to: string }>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new answer begins anew.
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
