import type { QueryClient } from '@tanstack/react-query'
import type { User } from '#app/accounts/accounts.contract.ts'
import { NULL_WHEN_SIGNED_OUT, PERSONAL, queryOf, tagged } from '#app/web/api/query-keys.ts'
import { useAnswer } from '#app/web/api/use-answers.ts'

const STALE_TIME_MS = 60_000

/** The tag of what depends on who is looking. */
export const OF_VIEWER = 'viewer'

export const userQuery = {
  ...queryOf('/api/user', OF_VIEWER, NULL_WHEN_SIGNED_OUT, PERSONAL),
  staleTime: STALE_TIME_MS,
}

/** For loaders; throws when the server cannot say. */
export function loadUser(queryClient: QueryClient): Promise<User | null> {
  return queryClient.fetchQuery<User | null>(userQuery)
}

/** The signed-in person; null for nobody. */
export function useUser(): User | null {
  return useAnswer<User | null>(userQuery) ?? null
}

/** What {@link useUser} answers, where it is asked for once. */
export function userAtHand(queryClient: QueryClient): User | null {
  return queryClient.getQueryData<User | null>(userQuery.queryKey) ?? null
}

/** After signing in: what is on the screen is asked again, the rest when it is next wanted. */
export async function refreshAfterSignIn(queryClient: QueryClient): Promise<void> {
  await queryClient.cancelQueries(tagged(OF_VIEWER))
  await queryClient.invalidateQueries(tagged(OF_VIEWER))
}

/** After signing out: nothing that the person could see stays behind. */
export async function clearAfterSignOut(queryClient: QueryClient): Promise<void> {
  await queryClient.cancelQueries()
  queryClient.setQueryData(userQuery.queryKey, null)
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== userQuery.queryKey[0] })
}
