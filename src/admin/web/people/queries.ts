import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { OwnKeys, People } from '#app/admin/administrators/administrators.contract.ts'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import { queryOf } from '#app/web/api/query-keys.ts'

const peopleQuery = queryOf(ADMIN_CALLS.people)
const keysQuery = queryOf(ADMIN_CALLS.keys)

export async function loadPeople(queryClient: QueryClient): Promise<void> {
  await queryClient.prefetchQuery({ ...peopleQuery, staleTime: 0 })
}

/** Returns the administrators, or undefined if they could not be read. */
export function usePeople(): People | undefined {
  return useQuery<People>(peopleQuery).data
}

export function readPeopleAgain(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries(peopleQuery)
}

export async function loadOwnKeys(queryClient: QueryClient): Promise<void> {
  await queryClient.prefetchQuery({ ...keysQuery, staleTime: 0 })
}

/** Returns the own keys; undefined if they could not be read, and for the shared password. */
export function useOwnKeys(): OwnKeys | undefined {
  return useQuery<OwnKeys>(keysQuery).data
}

export function readOwnKeysAgain(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries(keysQuery)
}
