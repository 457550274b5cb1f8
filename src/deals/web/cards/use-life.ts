import { startTransition, useEffect, useState } from 'react'
import type { Deal } from '#app/deals/deals.contract.ts'
import { MINUTE_MS } from '#app/shared/dates.ts'

/** The state of a deal that ends while the page is open, before the server has announced it. */
const ENDED_HERE = { state: 'ended', endedReason: 'time' } as const

/**
 * The present state of a deal: a deal with an end time ends on the screen on time. `now` advances while there
 * is a countdown; undefined before hydration.
 */
export function useLife(deal: Deal): { deal: Deal; now: Date | undefined } {
  const [now, setNow] = useState<Date>()
  const { endsAt, state } = deal
  const isCounting = state === 'live' && endsAt !== null

  // Doubles as the sign of hydration: a state of its own would render every card again.
  useEffect(() => {
    if (!isCounting) return
    const look = () => setNow(new Date())
    // A transition, so that hydration of the rest of the page is not blocked.
    startTransition(look)
    const timer = setInterval(look, MINUTE_MS / 4)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [isCounting])

  if (!isCounting || !now) return { deal, now: undefined }
  if (Date.parse(endsAt) > now.getTime()) return { deal, now }
  return { deal: { ...deal, ...ENDED_HERE, endedAt: endsAt }, now }
}
