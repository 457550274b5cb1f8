import { type QueryClient, useQuery } from '@tanstack/react-query'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import type { SavingsDesk } from '#app/savings/savings-desk.contract.ts'
import { queryOf } from '#app/web/api/query-keys.ts'

const savingsDeskQuery = queryOf(ADMIN_CALLS.savings)

export function loadSavingsDesk(queryClient: QueryClient): Promise<void> {
  return queryClient.prefetchQuery({ ...savingsDeskQuery, staleTime: 0 })
}

export function useSavingsDesk() {
  return useQuery<SavingsDesk>(savingsDeskQuery)
}

export function refreshSavingsDesk(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: savingsDeskQuery.queryKey })
}

export function showSavingsDesk(queryClient: QueryClient, desk: SavingsDesk): void {
  queryClient.setQueryData(savingsDeskQuery.queryKey, desk)
}
