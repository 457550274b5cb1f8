import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { DealsPage } from '#app/deals/deals.contract.ts'
import { sortOf } from '#app/deals/filters.facts.ts'
import { feedPath, filtersOf } from '#app/deals/web/filters/choosing.rules.ts'
import { feedPageAtHand, feedQuery, startFeedFrom } from '#app/deals/web/queries.ts'
import { countOf } from '#app/shared/counts.ts'
import { browserApi } from '#app/web/api/api.ts'
import { onServerEvent } from '#app/web/events.ts'
import { countNewDeals } from './paging.rules.ts'

/** Says that the feed has grown while it was open; what is on the screen stays until it is asked. */
export function NewDeals({ what }: { what: string }) {
  const { count, show } = useNewDeals(what)
  return (
    <div className="new-deals" role="status">
      {count > 0 && (
        <p>
          <span>{countOf(count, 'new deal')}</span>
          <button type="button" className="text-button" onClick={show}>
            Show them
          </button>
        </p>
      )}
    </div>
  )
}

/** Jitter: everybody hears of a new deal at once, and they do not all ask in the same moment. */
const LONGEST_WAIT_MS = 1500

/** What has been published since this feed was opened, and how to show it. */
function useNewDeals(what: string): { count: number; show: () => void } {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [fresh, setFresh] = useState<DealsPage>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    const refresh = () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        // A failure is made good by the next announcement.
        loadFirstPage(what).then(setFresh, () => {})
      }, Math.random() * LONGEST_WAIT_MS)
    }
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
