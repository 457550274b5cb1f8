import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import { onFeedsChanged } from '#app/admin/web/shell/live.ts'
import type { ProductFeeds } from '#app/product-feeds/product-feeds.contract.ts'
import { browserApi } from '#app/web/api/api.ts'
import { queryOf, tagged } from '#app/web/api/query-keys.ts'

/** The cache tag of everything that feeds change. */
export const OF_FEEDS = 'admin-feeds'

const feedsQuery = queryOf(ADMIN_CALLS.productFeeds, OF_FEEDS)

export async function loadFeeds(queryClient: QueryClient): Promise<void> {
  // Always refetched, since a feed may have been read meanwhile.
  await queryClient.prefetchQuery({ ...feedsQuery, staleTime: 0 })
}

export function useFeeds() {
  return useQuery<ProductFeeds>(feedsQuery)
}

/** Refetches the shown feeds whenever one of them changes. */
export function useFeedsLive(): void {
  const queryClient = useQueryClient()
  useEffect(
    () => onFeedsChanged(() => void queryClient.invalidateQueries(tagged(OF_FEEDS))),
    [queryClient],
  )
}

/** Sends a change, and caches the feeds that it returns. */
export async function changeFeeds(
  queryClient: QueryClient,
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
): Promise<void> {
  try {
    const response = await browserApi.request(method, `${ADMIN_CALLS.productFeeds}${path}`, body)
    showFeeds(queryClient, await response.json())
  } catch (error) {
    // The feeds may have changed: by somebody else, or by this call if its answer was lost.
    void queryClient.invalidateQueries(tagged(OF_FEEDS))
    throw error
  }
}

export function showFeeds(queryClient: QueryClient, feeds: ProductFeeds): void {
  queryClient.setQueryData(feedsQuery.queryKey, feeds)
}
