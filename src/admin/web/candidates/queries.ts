import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { OF_FEEDS } from '#app/admin/web/product-feeds/queries.ts'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import { OF_ADMIN_DEALS } from '#app/admin/web/shell/refresh-deals.ts'
import type { Candidates } from '#app/product-feeds/product-feeds.contract.ts'
import type { Api } from '#app/web/api/api.ts'
import { queryOf } from '#app/web/api/query-keys.ts'
import { type AskedCandidates, candidatesSearch } from './address.rules.ts'

/** The filtered pool, in pages by cursor. */
export function poolQuery(api: Api, asked: AskedCandidates) {
  const address = ADMIN_CALLS.candidates + candidatesSearch(asked)
  return infiniteQueryOptions({
    ...queryOf(address, OF_ADMIN_DEALS, OF_FEEDS),
    queryFn: ({ pageParam }) => {
      const after =
        pageParam && `${address.includes('?') ? '&' : '?'}after=${encodeURIComponent(pageParam)}`
      return api.load(address + after) as Promise<Candidates>
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
}

/** Prefetches the first page, for the loader. */
export async function loadPool(queryClient: QueryClient, api: Api, asked: AskedCandidates) {
  await queryClient.prefetchInfiniteQuery({ ...poolQuery(api, asked), staleTime: 0 })
}
