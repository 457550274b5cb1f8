import { type QueryClient, useQuery } from '@tanstack/react-query'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import type { ManagedRates } from '#app/deals/prices/rates.contract.ts'
import { queryOf } from '#app/web/api/query-keys.ts'

const ratesQuery = queryOf(ADMIN_CALLS.rates)

export function loadRates(queryClient: QueryClient): Promise<void> {
  return queryClient.prefetchQuery({ ...ratesQuery, staleTime: 0 })
}

/** Returns the rates, or undefined if they could not be read. */
export function useRates(): ManagedRates | undefined {
  return useQuery<ManagedRates>(ratesQuery).data
}

export function showRates(queryClient: QueryClient, rates: ManagedRates): void {
  queryClient.setQueryData(ratesQuery.queryKey, rates)
}
