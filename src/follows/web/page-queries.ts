import { OF_VIEWER } from '#app/accounts/web/user.ts'
import { OF_DEALS } from '#app/deals/web/queries.ts'
import { OF_MEMBERSHIP } from '#app/membership/web/subscription.ts'
import { queryOf } from '#app/web/api/query-keys.ts'
import { OF_FOR_YOU } from './queries.ts'

/** `without` is a deal that may just have been hidden; empty if the address named none validly. */
export function forYouQuery({ page, without }: { page: number; without?: string | undefined }) {
  const asked = `page=${page}${!without ? '' : `&without=${without}`}`
  return queryOf(`/api/for-you?${asked}`, OF_FOR_YOU, OF_DEALS, OF_VIEWER, OF_MEMBERSHIP)
}

export const setupQuery = queryOf('/api/for-you/setup', OF_VIEWER, OF_MEMBERSHIP)
