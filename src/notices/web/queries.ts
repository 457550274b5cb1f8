import { OF_VIEWER } from '#app/accounts/web/user.ts'
import { OF_DEALS } from '#app/deals/web/queries.ts'
import { OF_MEMBERSHIP } from '#app/membership/web/subscription.ts'
import { NULL_WHEN_SIGNED_OUT, queryOf } from '#app/web/api/query-keys.ts'

/** The tag of all pages of the inbox and of the unread count. */
export const OF_INBOX = 'inbox'

export const unreadQuery = queryOf(
  '/api/notices/unread',
  OF_INBOX,
  OF_VIEWER,
  OF_MEMBERSHIP,
  NULL_WHEN_SIGNED_OUT,
)

export function noticesQuery(page: number) {
  return queryOf(`/api/notices?page=${page}`, OF_INBOX, OF_DEALS, OF_VIEWER, OF_MEMBERSHIP)
}
