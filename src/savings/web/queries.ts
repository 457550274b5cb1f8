import { OF_VIEWER } from '#app/accounts/web/user.ts'
import { OF_DEALS } from '#app/deals/web/queries.ts'
import { OF_MEMBERSHIP } from '#app/membership/web/subscription.ts'
import { queryOf } from '#app/web/api/query-keys.ts'

/** The tag of all queries that depend on what a person says they bought. */
export const OF_SAVINGS = 'savings'

export function savingsQuery(page: number) {
  return queryOf(`/api/savings?page=${page}`, OF_SAVINGS, OF_DEALS, OF_VIEWER, OF_MEMBERSHIP)
}
