import { type QueryClient, useQuery } from '@tanstack/react-query'
import { ADMIN_CALLS, withParameters } from '#app/admin/web/shell/calls.rules.ts'
import type { ManagedRetailer, ManagedRetailers } from '#app/deals/registry.contract.ts'
import { queryOf } from '#app/web/api/query-keys.ts'
import { type AskedRetailers, retailersParameters } from './address.rules.ts'

const listQuery = (asked: AskedRetailers) =>
  queryOf(withParameters(ADMIN_CALLS.retailers, retailersParameters(asked)))

export async function loadRetailers(
  queryClient: QueryClient,
  asked: AskedRetailers,
): Promise<void> {
  // Always refetched, since somebody else may have changed something.
  await queryClient.prefetchQuery({ ...listQuery(asked), staleTime: 0 })
}

/** Returns the retailers, or undefined if they could not be read. */
export function useRetailers(asked: AskedRetailers): ManagedRetailers | undefined {
  return useQuery<ManagedRetailers>(listQuery(asked)).data
}

export function showRetailer(
  queryClient: QueryClient,
  asked: AskedRetailers,
  changed: ManagedRetailer,
): void {
  queryClient.setQueryData<ManagedRetailers>(
    listQuery(asked).queryKey,
    (list) =>
      list && {
        ...list,
        retailers: list.retailers.map((each) => (each.id === changed.id ? changed : each)),
      },
  )
}

export function readRetailersAgain(queryClient: QueryClient, asked: AskedRetailers) {
  return queryClient.invalidateQueries(listQuery(asked))
}
