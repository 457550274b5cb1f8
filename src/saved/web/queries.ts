import type { QueryClient } from '@tanstack/react-query'
import { OF_VIEWER } from '#app/accounts/web/user.ts'
import { OF_DEALS } from '#app/deals/web/queries.ts'
import { OF_MEMBERSHIP } from '#app/membership/web/subscription.ts'
import type { SavedSort } from '#app/saved/saved.facts.ts'
import { NULL_WHEN_SIGNED_OUT, queryOf } from '#app/web/api/query-keys.ts'

/** The query that the hearts and the count on every page are rendered from. */
export const savedIdsQuery = queryOf('/api/saved/ids', OF_VIEWER, NULL_WHEN_SIGNED_OUT)

/** If it fails, the hearts are empty. */
export function loadSavedIds(queryClient: QueryClient): Promise<void> {
  return queryClient.prefetchQuery(savedIdsQuery)
}

export const savedFeedQuery = queryOf('/api/saved/feed', OF_VIEWER, NULL_WHEN_SIGNED_OUT)

/** The tag of all pages of the list. */
export const OF_SAVED_LIST = 'saved-list'

/** A page of the list, as it was when opened. */
export function savedQuery({ sort, page, what }: { sort: SavedSort; page: number; what: string }) {
  const narrowed = what && `&${what}&lenient=1`
  const address = `/api/saved?sort=${sort}&page=${page}${narrowed}`
  return queryOf(address, OF_SAVED_LIST, OF_DEALS, OF_VIEWER, OF_MEMBERSHIP)
}

/** Returns the call that removes ended and unlisted deals, as the list is narrowed. */
export function removeOverCall(what: string): string {
  return `/api/saved/unlisted${what && `?${what}&lenient=1`}`
}
