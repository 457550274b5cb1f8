import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { SetupCheck } from '#app/admin/operations/setup.contract.ts'
import type { Switches } from '#app/admin/operations/switches.contract.ts'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import { queryOf } from '#app/web/api/query-keys.ts'

const setupQuery = queryOf(ADMIN_CALLS.setup)
const switchesQuery = queryOf(ADMIN_CALLS.switches)

/** Always refetched, since another owner may have turned a switch. */
export async function loadSwitches(queryClient: QueryClient): Promise<void> {
  await queryClient.prefetchQuery({ ...switchesQuery, staleTime: 0 })
}

export function useSwitches() {
  return useQuery<Switches>(switchesQuery)
}

export function refreshSwitches(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: switchesQuery.queryKey })
}

export function showSwitches(queryClient: QueryClient, switches: Switches): void {
  queryClient.setQueryData(switchesQuery.queryKey, switches)
}

/** Always refetched: the check runs now, and takes as long as its slowest part. */
export async function loadSetup(queryClient: QueryClient): Promise<void> {
  await queryClient.prefetchQuery({ ...setupQuery, staleTime: 0 })
}

export function useSetup() {
  return useQuery<SetupCheck>(setupQuery)
}

export function showSetup(queryClient: QueryClient, setup: SetupCheck): void {
  queryClient.setQueryData(setupQuery.queryKey, setup)
}
