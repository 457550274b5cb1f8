import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { User } from '#app/accounts/accounts.contract.ts'

const STALE_TIME_MS = 60_000

const userQuery = { queryKey: ['/api/user'], staleTime: STALE_TIME_MS }

/** For loaders; throws when the server cannot say. */
export function loadUser(queryClient: QueryClient): Promise<User | null> {
  return queryClient.fetchQuery<User | null>(userQuery)
}

/** The signed-in person; null for nobody. */
export function useUser(): User | null {
  return useQuery<User | null>(userQuery).data ?? null
}

/** What depends on who is looking. */
const PERSONAL = ['/api/user', '/api/deals', '/api/subscription', '/api/track', '/api/privacy']

function isPersonal({ queryKey: [address] }: { queryKey: readonly unknown[] }): boolean {
  return PERSONAL.some((prefix) => String(address).startsWith(prefix))
}

/** After signing in: what is on the screen is asked again, the rest when it is next wanted. */
export async function refreshAfterSignIn(queryClient: QueryClient): Promise<void> {
  await queryClient.cancelQueries({ predicate: isPersonal })
  await queryClient.invalidateQueries({ predicate: isPersonal })
}

/** After signing out: nothing that the person could see stays behind. */
export async function clearAfterSignOut(queryClient: QueryClient): Promise<void> {
  await queryClient.cancelQueries()
  queryClient.setQueryData(userQuery.queryKey, null)
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== userQuery.queryKey[0] })
}
