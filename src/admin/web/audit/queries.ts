import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  useQuery,
} from '@tanstack/react-query'
import type { AuditFilters, AuditPage } from '#app/admin/audit.contract.ts'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import { OF_ADMIN_DEALS } from '#app/admin/web/shell/refresh-deals.ts'
import type { Api } from '#app/web/api/api.ts'
import { queryOf } from '#app/web/api/query-keys.ts'
import { type AuditFilterValues, auditSearch } from './filters.rules.ts'

const filtersQuery = queryOf(ADMIN_CALLS.auditFilters, OF_ADMIN_DEALS)

/** The log, paged by cursor; refetching reads all loaded pages again from the newest. */
export function auditQuery(api: Api, filters: Partial<AuditFilterValues>) {
  const path = ADMIN_CALLS.audit + auditSearch(filters)
  return infiniteQueryOptions({
    ...queryOf(path, OF_ADMIN_DEALS),
    queryFn: async ({ pageParam }) => {
      if (pageParam === 0) return (await api.load(path)) as AuditPage
      const joint = path.includes('?') ? '&' : '?'
      return (await api.load(`${path}${joint}before=${pageParam}`)) as AuditPage
    },
    initialPageParam: 0,
    getNextPageParam: ({ next }: AuditPage) => next,
  })
}

/** For the loader. Always refetched, since somebody else may have changed something. */
export async function loadAudit(queryClient: QueryClient, api: Api, filters: AuditFilterValues) {
  await Promise.all([
    queryClient.prefetchInfiniteQuery({ ...auditQuery(api, filters), staleTime: 0 }),
    queryClient.prefetchQuery({ ...filtersQuery, staleTime: 0 }),
  ])
}

/** Returns the values that the filters of the log offer. */
export function useAuditFilters(): AuditFilters | undefined {
  return useQuery<AuditFilters>({ ...filtersQuery, placeholderData: keepPreviousData }).data
}
