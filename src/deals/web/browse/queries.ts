import type { QueryClient } from '@tanstack/react-query'
import { OF_VIEWER } from '#app/accounts/web/user.ts'
import type { Related } from '#app/deals/browse.contract.ts'
import type { DealsPage } from '#app/deals/deals.contract.ts'
import { FEED_PAGE_SIZE, LARGEST_FEED_PAGE } from '#app/deals/deals.facts.ts'
import { callsFor, PAGES_A_CALL, splitPage } from '#app/deals/web/feed/paging.rules.ts'
import { OF_DEALS, queryOfDeals } from '#app/deals/web/queries.ts'
import { OF_MEMBERSHIP } from '#app/membership/web/subscription.ts'
import type { Api } from '#app/web/api/api.ts'
import { queryOf } from '#app/web/api/query-keys.ts'
import { type ListOf, placeCall } from './place-query.ts'

export const brandsQuery = queryOf('/api/brands', OF_DEALS)
export const categoriesQuery = queryOf('/api/categories', OF_DEALS)
export const retailersQuery = queryOf('/api/retailers', OF_DEALS, OF_VIEWER, OF_MEMBERSHIP)

export function editionsQuery(year: string | undefined) {
  return queryOf(`/api/editions${year ? `?year=${year}` : ''}`, OF_DEALS)
}

/** A page of the deals of a place. */
export function listQuery(narrowed: ListOf, page: number) {
  return queryOfDeals(listCall(narrowed, page, FEED_PAGE_SIZE))
}

function listCall(narrowed: ListOf, page: number, limit: number): string {
  return `${placeCall(narrowed)}/deals?page=${page}&limit=${limit}`
}

/** Whether a page of the list is cached and still valid. */
export function isListPageAtHand(queryClient: QueryClient, narrowed: ListOf, page: number) {
  const state = queryClient.getQueryState<DealsPage>(listQuery(narrowed, page).queryKey)
  return state?.data !== undefined && !state.isInvalidated
}

/** Loads the pages that are not cached, several per call. */
export async function loadListPages(
  queryClient: QueryClient,
  api: Api,
  narrowed: ListOf,
  pages: number[],
): Promise<void> {
  const missing = pages.filter((page) => !isListPageAtHand(queryClient, narrowed, page))
  const { whole, single } = callsFor(missing)
  await Promise.all([
    ...single.map((page) => queryClient.fetchQuery<DealsPage>(listQuery(narrowed, page))),
    ...whole.map(async (large) => {
      const answer = (await api.load(listCall(narrowed, large, LARGEST_FEED_PAGE))) as DealsPage
      for (const [index, page] of splitPage(answer).entries()) {
        const number = (large - 1) * PAGES_A_CALL + index + 1
        if (!missing.includes(number)) continue
        queryClient.setQueryData(listQuery(narrowed, number).queryKey, page)
      }
    }),
  ])
}

/** What is shown beside a deal. */
export function relatedQuery(dealId: string) {
  const address = `/api/deals/${encodeURIComponent(dealId)}/related`
  return queryOf(address, OF_DEALS, OF_VIEWER, OF_MEMBERSHIP)
}

/** The page of a deal works without them. */
export async function loadRelated(queryClient: QueryClient, dealId: string): Promise<void> {
  await queryClient.prefetchQuery<Related>(relatedQuery(dealId))
}
