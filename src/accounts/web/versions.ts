import { useQuery } from '@tanstack/react-query'
import type { VersionStandings } from '#app/accounts/terms.contract.ts'
import { queryOf } from '#app/web/api/query-keys.ts'
import { OF_VIEWER } from './user.ts'

export const versionsQuery = queryOf('/api/account/terms', OF_VIEWER)

/** How somebody stands to terms and policy. */
export function useVersions() {
  return useQuery<VersionStandings>(versionsQuery).data?.documents ?? []
}
