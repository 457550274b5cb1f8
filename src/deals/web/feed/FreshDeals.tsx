import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { DealsPage } from '#app/deals/deals.contract.ts'
import { sortOf } from '#app/deals/filters/filters.facts.ts'
import { feedPath, filtersOf } from '#app/deals/web/filters/choosing.rules.ts'
import { feedPageAtHand, feedQuery, startFeedFrom } from '#app/deals/web/queries.ts'
import { countOf } from '#app/shared/counts.ts'
import { browserApi } from '#app/web/api/api.ts'
import { onServerEvent } from '#app/web/events.ts'
import { countNewDeals } from './paging.rules.ts'

/** The number of deals published since this feed was opened, and a button to show them. */
export function FreshDeals({ what }: { what: string }) {
  const { count, show } = useFreshDeals(what)
  if (count === 0) return null
  return (
    <p>
      <span>{countOf(count, 'new deal')}</span>
      <button type="button" className="text-button" onClick={show}>
        Show them
      </button>
    </p>
  )
}

/** Jitter, because all open pages hear of a new deal at the same time. */
const LONGEST_WAIT_MS = 1500

/** Deals published since this feed was opened, and how to show them. */
function useFreshDeals(what: string): { count: number; show: () => void } {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [fresh, setFresh] = useState<DealsPage>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    const refresh = () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        // The next announcement makes up for a failure.
        loadFirstPage(what).then(setFresh, () => {})
      }, Math.random() * LONGEST_WAIT_MS)
    }
    // This component is mounted because of an announcement.
    refresh()
    const stop = onServerEvent('deals', refresh)
    return () => {
      stop()
      clearTimeout(timer.current)
    }
  }, [what])

  const before = feedPageAtHand(queryClient, 1, what)
  return {
    count: before && fresh ? countNewDeals(before, fresh, isNewestFirst(what)) : 0,
    show: () => {
      if (!fresh) return
      startFeedFrom(queryClient, fresh, what)
      setFresh(undefined)
      void navigate(feedPath(what), { replace: true })
      scrollTo({ top: 0 })
    },
  }
}

function isNewestFirst(what: string): boolean {
  return sortOf(filtersOf(what)) === 'newest'
}

async function loadFirstPage(what: string): Promise<DealsPage> {
  const [address = ''] = feedQuery(1, what).queryKey
  return (await browserApi.load(address)) as DealsPage
}
