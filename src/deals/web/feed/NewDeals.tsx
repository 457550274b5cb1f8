import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { DealsPage } from '#app/deals/deals.contract.ts'
import { feedPageAtHand, feedQuery, startFeedFrom } from '#app/deals/web/queries.ts'
import { countOf } from '#app/shared/counts.ts'
import { paths } from '#app/shared/paths.ts'
import { browserApi } from '#app/web/api/api.ts'
import { onServerEvent } from '#app/web/events.ts'
import { countNewDeals } from './paging.rules.ts'

/** Says that the feed has grown while it was open; what is on the screen stays until it is asked. */
export function NewDeals() {
  const { count, show } = useNewDeals()
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
function useNewDeals(): { count: number; show: () => void } {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [fresh, setFresh] = useState<DealsPage>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    const refresh = () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        // A failure is made good by the next announcement.
        loadFirstPage().then(setFresh, () => {})
      }, Math.random() * LONGEST_WAIT_MS)
    }
    const stop = onServerEvent('deals', refresh)
    return () => {
      stop()
      clearTimeout(timer.current)
    }
  }, [])

  const before = feedPageAtHand(queryClient, 1)
  return {
    count: before && fresh ? countNewDeals(before, fresh) : 0,
    show: () => {
      if (!fresh) return
      startFeedFrom(queryClient, fresh)
      setFresh(undefined)
      void navigate(paths.dailyDeals(), { replace: true })
      scrollTo({ top: 0 })
    },
  }
}

async function loadFirstPage(): Promise<DealsPage> {
  const [address = ''] = feedQuery(1).queryKey
  return (await browserApi.load(address)) as DealsPage
}
