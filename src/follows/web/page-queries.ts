import { OF_VIEWER } from '#app/accounts/web/user.ts'
import { OF_DEALS } from '#app/deals/web/queries.ts'
import { OF_MEMBERSHIP } from '#app/membership/web/subscription.ts'
import { queryOf } from '#app/web/api/query-keys.ts'
import { OF_FOR_YOU } from './queries.ts'

/** `without`: a deal that may have been taken away just before; empty for none that could have been. */
export function forYouQuery({ page, without }: { page: number; without?: string | undefined }) {
  const asked = `page=${page}${!without ? '' : `&without=${without}`}`
  return queryOf(`/api/for-you?${asked}`, OF_FOR_YOU, OF_DEALS, OF_VIEWER, OF_MEMBERSHIP)
}

export const setupQuery = queryOf('/api/for-you/setup', OF_VIEWER, OF_MEMBERSHIP)
