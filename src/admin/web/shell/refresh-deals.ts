import type { QueryClient } from '@tanstack/react-query'
import { OF_DEALS } from '#app/deals/web/queries.ts'
import { tagged } from '#app/web/api/query-keys.ts'

/**
 * The cache tag of everything that a change of a deal may affect: the list, imports, metrics, the audit log.
 */
export const OF_ADMIN_DEALS = 'admin-deals'

/**
 * Call after any change of a deal: active queries are refetched, others when they are next used, and the
 * cached public deals are dropped.
 */
export async function refreshDeals(queryClient: QueryClient): Promise<void> {
  queryClient.removeQueries(tagged(OF_DEALS))
  await queryClient.invalidateQueries(tagged(OF_ADMIN_DEALS))
}
