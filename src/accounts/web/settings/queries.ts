import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { AccountSettings } from '#app/accounts/settings.contract.ts'
import { OF_VIEWER } from '#app/accounts/web/user.ts'
import { versionsQuery } from '#app/accounts/web/versions.ts'
import { queryOf } from '#app/web/api/query-keys.ts'
import { isBrowser } from '#app/web/browser.ts'

const settingsQuery = queryOf('/api/account/settings', OF_VIEWER)

/** Never served from the cache: another browser may have signed in or out. */
export async function loadSettings(queryClient: QueryClient): Promise<void> {
  const staleTime = isBrowser ? 0 : Number.POSITIVE_INFINITY
  await Promise.all([
    queryClient.prefetchQuery({ ...settingsQuery, staleTime }),
    queryClient.prefetchQuery({ ...versionsQuery, staleTime }),
  ])
}

export function hasSettingsFailed(queryClient: QueryClient): boolean {
  return queryClient.getQueryState(settingsQuery.queryKey)?.status === 'error'
}

export function useSettings() {
  return useQuery<AccountSettings>(settingsQuery)
}
