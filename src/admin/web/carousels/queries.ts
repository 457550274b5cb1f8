import { type QueryClient, useQueries, useQuery } from '@tanstack/react-query'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import { OF_ADMIN_DEALS } from '#app/admin/web/shell/refresh-deals.ts'
import type { ManagedCarousels } from '#app/deals/carousels.contract.ts'
import type { Deal } from '#app/deals/deals.contract.ts'
import { LAST_CAROUSEL } from '#app/deals/deals.facts.ts'
import { queryOf } from '#app/web/api/query-keys.ts'

/** Cached apart from the public carousels, because every change of a deal refetches it. */
const listQuery = queryOf(ADMIN_CALLS.carousels, OF_ADMIN_DEALS)
const dealsQuery = (number: number) => queryOf(`/api/deals/carousel/${number}`, OF_ADMIN_DEALS)

export async function loadManagedCarousels(queryClient: QueryClient): Promise<void> {
  const numbers = Array.from({ length: LAST_CAROUSEL }, (_, index) => index + 1)
  // Always refetched, since somebody else may have changed something.
  await Promise.all(
    [listQuery, ...numbers.map(dealsQuery)].map((query) =>
      queryClient.prefetchQuery({ ...query, staleTime: 0 }),
    ),
  )
}

/** Returns the carousels, or undefined if they could not be read. */
export function useManagedCarousels(): ManagedCarousels | undefined {
  return useQuery<ManagedCarousels>(listQuery).data
}

/** Returns the deals of a carousel as visitors get them. */
export function useDealsOf(number: number): Deal[] {
  const [deals] = useQueries({ queries: [dealsQuery(number)] })
  return (deals?.data as Deal[] | undefined) ?? []
}

export function showCarousels(queryClient: QueryClient, carousels: ManagedCarousels): void {
  queryClient.setQueryData(listQuery.queryKey, carousels)
}

export function carouselsNow(queryClient: QueryClient): ManagedCarousels {
  return queryClient.getQueryData<ManagedCarousels>(listQuery.queryKey) ?? []
}

export function readCarouselsAgain(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries(listQuery)
}
