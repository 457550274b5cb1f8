import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { BusinessNumbers } from '#app/admin/metrics/business.contract.ts'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import { queryOf } from '#app/web/api/query-keys.ts'

const businessQuery = queryOf(`${ADMIN_CALLS.metrics}/business`)

export async function loadBusiness(queryClient: QueryClient): Promise<void> {
  await queryClient.prefetchQuery({ ...businessQuery, staleTime: 0 })
}

/** Returns the numbers, or undefined if they could not be read. */
export function useBusiness(): BusinessNumbers | undefined {
  return useQuery<BusinessNumbers>(businessQuery).data
}
