import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AdminDealsPage } from '#app/admin/admin-deals.contract.ts'
import type { ManagedDeal } from '#app/deals/managed-deal.contract.ts'
import { onDealsChangedElsewhere } from './deals-changed.ts'
import { freshDeals } from './own-changes.rules.ts'
import { refreshDeals } from './queries.ts'

const SHOWN_MS = 3000
/** Many changes come together, as from a sheet: the list is read again once for them. */
const GATHER_MS = 250

/**
 * Hears of what somebody else has changed: reads what is on the screen again and answers which
 * deals are new or other than before, for as long as they are marked.
 */
export function useFreshDeals(): ReadonlySet<string> {
  const queryClient = useQueryClient()
  const [fresh, setFresh] = useState<ReadonlySet<string>>(NONE)

  useEffect(() => {
    let gathering: ReturnType<typeof setTimeout> | undefined
    let fading: ReturnType<typeof setTimeout> | undefined
    const read = async () => {
      const before = dealsAtHand(queryClient)
      await refreshDeals(queryClient)
      const found = freshDeals(before, dealsAtHand(queryClient))
      const changed = new Set([...found].filter((id) => !own.has(id)))
      if (changed.size === 0) return
      setFresh(changed)
      clearTimeout(fading)
      fading = setTimeout(() => setFresh(NONE), SHOWN_MS)
    }
    const stop = onDealsChangedElsewhere(() => {
      clearTimeout(gathering)
      gathering = setTimeout(read, GATHER_MS)
    })
    return () => {
      stop()
      clearTimeout(gathering)
      clearTimeout(fading)
    }
  }, [queryClient])

  return fresh
}

/** Deals that were changed here a moment ago: the news of it comes back to us as well. */
const own = new Map<string, number>()
const OWN_MS = 5000

export function rememberOwn(ids: readonly string[]): void {
  const now = Date.now()
  for (const [id, at] of own) if (now - at > OWN_MS) own.delete(id)
  for (const id of ids) own.set(id, now)
}

const NONE: ReadonlySet<string> = new Set()

function dealsAtHand(queryClient: QueryClient): ManagedDeal[] {
  return queryClient
    .getQueriesData<AdminDealsPage>({
      type: 'active',
      predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/admin/deals?'),
    })
    .flatMap(([, page]) => page?.deals ?? [])
}
