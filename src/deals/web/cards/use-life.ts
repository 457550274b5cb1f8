import { startTransition, useEffect, useState } from 'react'
import type { Deal } from '#app/deals/deals.contract.ts'
import { MINUTE_MS } from '#app/shared/dates.ts'

/** Of a deal whose end has come while the page is open; the server has not said so yet. */
const ENDED_HERE = { state: 'ended', endedReason: 'time' } as const

/**
 * The deal as it is by now: one with an end of its own ends on the screen at its minute. `now` moves on while
 * there is something to count down to; undefined until the page is live.
 */
export function useLife(deal: Deal): { deal: Deal; now: Date | undefined } {
  const [now, setNow] = useState<Date>()
  const { endsAt, state } = deal
  const isCounting = state === 'live' && endsAt !== null

  // Nothing but this says that the page is live: a card would be drawn once more only to hear it.
  useEffect(() => {
    if (!isCounting) return
    const look = () => setNow(new Date())
    // In slices, as all of the page that comes alive.
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
