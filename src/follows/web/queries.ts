import type { QueryClient } from '@tanstack/react-query'
import { OF_VIEWER } from '#app/accounts/web/user.ts'
import { OF_MEMBERSHIP } from '#app/membership/web/subscription.ts'
import { NULL_WHEN_SIGNED_OUT, queryOf } from '#app/web/api/query-keys.ts'

/** What every control is drawn from. */
export const followsQuery = queryOf('/api/follows', OF_VIEWER, OF_MEMBERSHIP, NULL_WHEN_SIGNED_OUT)

/** Controls look as for nobody where it fails. */
export function loadFollows(queryClient: QueryClient): Promise<void> {
  return queryClient.prefetchQuery(followsQuery)
}

/** The tag of every page of what is for somebody. */
export const OF_FOR_YOU = 'for-you'
