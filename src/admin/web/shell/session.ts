import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { AdminSession } from '#app/admin/administrators/admin-session.contract.ts'
import { CLOSED_ADMIN_SESSION } from '#app/admin/administrators/admin-session.facts.ts'
import { queryOf } from '#app/web/api/query-keys.ts'
import { ADMIN_CALLS } from './calls.rules.ts'

export const adminSessionQuery = queryOf(ADMIN_CALLS.session)

/**
 * For loaders: whether the back office is open here. Load what a page needs only when it is; the
 * loaders run again as soon as it has been opened.
 */
export async function loadAdminSession(queryClient: QueryClient): Promise<AdminSession> {
  return queryClient.fetchQuery<AdminSession>(adminSessionQuery)
}

/** The session as cached; it never fetches by itself. */
export function useAdminSession(): AdminSession {
  return (
    useQuery<AdminSession>({ ...adminSessionQuery, enabled: false }).data ?? CLOSED_ADMIN_SESSION
  )
}

export function cacheAdminSession(queryClient: QueryClient, session: AdminSession): void {
  queryClient.setQueryData(adminSessionQuery.queryKey, session)
}

/** The server has said that it is closed: the page stays as it is, behind the login. */
export function cacheClosedSession(queryClient: QueryClient): void {
  const { door } =
    queryClient.getQueryData<AdminSession>(adminSessionQuery.queryKey) ?? CLOSED_ADMIN_SESSION
  cacheAdminSession(queryClient, { ...CLOSED_ADMIN_SESSION, door })
}
