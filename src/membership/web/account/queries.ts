import { type QueryClient, useQuery } from '@tanstack/react-query'
import { OF_VIEWER } from '#app/accounts/web/user.ts'
import type { PlanChange, Receipts, UpcomingCharge } from '#app/membership/membership.contract.ts'
import { loadOffer } from '#app/membership/web/join/offer.ts'
import { subscriptionQuery } from '#app/membership/web/subscription.ts'
import type { Plan } from '#app/shared/offer.ts'
import { queryOf } from '#app/web/api/query-keys.ts'
import { isBrowser } from '#app/web/browser.ts'

const receiptsQuery = queryOf('/api/subscription/receipts', OF_VIEWER)
// Read from the payment provider, which must not hold up the page.
const upcomingQuery = queryOf('/api/subscription/upcoming', OF_VIEWER)

/** Loads the account page without the cache: whoever comes back to it sees the amounts of now. */
export async function loadAccount(queryClient: QueryClient): Promise<void> {
  const staleTime = isBrowser ? 0 : Number.POSITIVE_INFINITY
  await Promise.all([
    queryClient.prefetchQuery({ ...subscriptionQuery, staleTime }),
    queryClient.prefetchQuery({ ...receiptsQuery, staleTime }),
    loadOffer(queryClient),
    ...(isBrowser ? [queryClient.invalidateQueries(upcomingQuery)] : []),
  ])
}

export function hasSubscriptionFailed(queryClient: QueryClient): boolean {
  return queryClient.getQueryState(subscriptionQuery.queryKey)?.status === 'error'
}

export function useReceipts() {
  return useQuery<Receipts>(receiptsQuery)
}

export function useUpcomingCharge(isExpected: boolean) {
  return useQuery<UpcomingCharge>({ ...upcomingQuery, enabled: isExpected }).data
}

/** What a change would cost today; never cached, because it changes with the day. */
export function usePlanChange(plan: Plan, isWanted: boolean) {
  return useQuery<PlanChange>({
    ...queryOf(`/api/subscription/plan-change?plan=${plan}`, OF_VIEWER),
    enabled: isWanted,
    staleTime: 0,
    gcTime: 0,
  })
}
