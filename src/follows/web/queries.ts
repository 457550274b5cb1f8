import type { QueryClient } from '@tanstack/react-query'
import { OF_VIEWER } from '#app/accounts/web/user.ts'
import { OF_MEMBERSHIP } from '#app/membership/web/subscription.ts'
import { NULL_WHEN_SIGNED_OUT, queryOf } from '#app/web/api/query-keys.ts'

/** The query that all follow controls are rendered from. */
export const followsQuery = queryOf('/api/follows', OF_VIEWER, OF_MEMBERSHIP, NULL_WHEN_SIGNED_OUT)

/** If it fails, the controls look as for signed-out visitors. */
export function loadFollows(queryClient: QueryClient): Promise<void> {
  return queryClient.prefetchQuery(followsQuery)
}

/** The tag of all pages of 'For you'. */
export const OF_FOR_YOU = 'for-you'
