import type { QueryClient } from '@tanstack/react-query'
import { isChangedWithDeals, isPublicDealsKey } from './query-keys.rules.ts'

/**
 * Invalidates after any change of a deal: what is on the screen is read again, the rest when it is
 * looked at, and what this browser knows of the deals for people is forgotten.
 */
export async function refreshDeals(queryClient: QueryClient): Promise<void> {
  queryClient.removeQueries({ predicate: isPublicDealsKey })
  await queryClient.invalidateQueries({ predicate: isChangedWithDeals })
}
