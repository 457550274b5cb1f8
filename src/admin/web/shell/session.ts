import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { AdminSession } from '#app/admin/administrators/admin-session.contract.ts'
import { CLOSED_ADMIN_SESSION } from '#app/admin/administrators/admin-session.facts.ts'
import { queryOf } from '#app/web/api/query-keys.ts'
import { ADMIN_CALLS } from './calls.rules.ts'

export const adminSessionQuery = queryOf(ADMIN_CALLS.session)

/**
 * For loaders: fetches the session. Load a page's data only if it is open; the loaders run again after the
 * login.
 */
export async function loadAdminSession(queryClient: QueryClient): Promise<AdminSession> {
  return queryClient.fetchQuery<AdminSession>(adminSessionQuery)
}

/** Returns the cached session; never fetches. */
export function useAdminSession(): AdminSession {
  return (
    useQuery<AdminSession>({ ...adminSessionQuery, enabled: false }).data ?? CLOSED_ADMIN_SESSION
  )
}

export function cacheAdminSession(queryClient: QueryClient, session: AdminSession): void {
  queryClient.setQueryData(adminSessionQuery.queryKey, session)
}

/** Caches that the server has closed the session: the page stays as it is, behind the login. */
export function cacheClosedSession(queryClient: QueryClient): void {
  const { door } =
    queryClient.getQueryData<AdminSession>(adminSessionQuery.queryKey) ?? CLOSED_ADMIN_SESSION
  cacheAdminSession(queryClient, { ...CLOSED_ADMIN_SESSION, door })
}
