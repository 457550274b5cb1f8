import type { QueryClient } from '@tanstack/react-query'
import { OF_DEALS } from '#app/deals/web/queries.ts'
import { tagged } from '#app/web/api/query-keys.ts'

/** The tag of what any change of a deal may change: the list, imports, metrics, the audit log. */
export const OF_ADMIN_DEALS = 'admin-deals'

/**
 * Invalidates after any change of a deal: what is on the screen is read again, the rest when it is
 * looked at, and what this browser knows of the deals for people is forgotten.
 */
export async function refreshDeals(queryClient: QueryClient): Promise<void> {
  queryClient.removeQueries(tagged(OF_DEALS))
  await queryClient.invalidateQueries(tagged(OF_ADMIN_DEALS))
}
