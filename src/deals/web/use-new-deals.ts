import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { DealsPage } from '#app/deals/deals.contract.ts'
import { paths } from '#app/shared/paths.ts'
import { browserApi } from '#app/web/api/api.ts'
import { onNews } from '#app/web/events.ts'
import { countNewDeals } from './new-deals.rules.ts'
import { feedPageAtHand, feedQuery } from './queries.ts'

/** Everybody hears of a new deal at once; nobody has to ask for it in the same moment. */
const LONGEST_WAIT_MS = 1500

/** What has been published since this feed was opened, and how to show it. */
export function useNewDeals(): { count: number; show: () => void } {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [fresh, setFresh] = useState<DealsPage>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    const look = () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        // What cannot be asked now is asked with the next news.
        loadFirstPage().then(setFresh, () => {})
      }, Math.random() * LONGEST_WAIT_MS)
    }
    const stop = onNews('deals', look)
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
      startFrom(queryClient, fresh)
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

/** The pages that follow have moved on as well. */
function startFrom(queryClient: QueryClient, fresh: DealsPage) {
  const [first] = feedQuery(1).queryKey
  queryClient.setQueryData(feedQuery(1).queryKey, fresh)
  queryClient.removeQueries({
    predicate: ({ queryKey: [address] }) =>
      address !== first && /^\/api\/deals(\?|\/preview|\/carousel)/.test(String(address)),
  })
  void queryClient.invalidateQueries({ queryKey: ['/api/deals/free'] })
}
