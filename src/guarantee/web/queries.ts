import { type QueryClient, useQuery } from '@tanstack/react-query'
import { OF_VIEWER } from '#app/accounts/web/user.ts'
import type { Guarantee } from '#app/guarantee/guarantee.contract.ts'
import { METERED_STATES } from '#app/guarantee/guarantee.facts.ts'
import { OF_MEMBERSHIP } from '#app/membership/web/subscription.ts'
import { OF_SAVINGS } from '#app/savings/web/queries.ts'
import { queryOf } from '#app/web/api/query-keys.ts'
import { isBrowser } from '#app/web/browser.ts'

export const guaranteeQuery = queryOf('/api/guarantee', OF_SAVINGS, OF_VIEWER, OF_MEMBERSHIP)

/** Always fetches in the browser: amounts of money are never shown from the cache. */
export function loadGuarantee(queryClient: QueryClient): Promise<void> {
  const staleTime = isBrowser ? 0 : Number.POSITIVE_INFINITY
  return queryClient.prefetchQuery({ ...guaranteeQuery, staleTime })
}

export function hasGuaranteeFailed(queryClient: QueryClient): boolean {
  return queryClient.getQueryState(guaranteeQuery.queryKey)?.status === 'error'
}

export function useGuarantee() {
  return useQuery<Guarantee>(guaranteeQuery)
}

/** Tells whether the meter can still lead to something. */
export function isMetered({ state }: Guarantee): boolean {
  return METERED_STATES.includes(state)
}
