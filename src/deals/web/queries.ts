import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { CatalogueStats, Deal, DealsPage } from '#app/deals/deals.contract.ts'
import { FEED_PAGE_SIZE } from '#app/deals/deals.facts.ts'

export function feedQuery(page: number) {
  return { queryKey: [`/api/deals?page=${page}&limit=${FEED_PAGE_SIZE}`] }
}

export function dealQuery(dealId: string) {
  return { queryKey: [`/api/deals/${encodeURIComponent(dealId)}`] }
}

export const featuredQuery = { queryKey: ['/api/deals/preview'] }

const statsQuery = { queryKey: ['/api/deals/figures'] }

/** What the catalogue says of itself; a page stands without it. */
export function loadCatalogueStats(queryClient: QueryClient): Promise<void> {
  return queryClient.prefetchQuery(statsQuery)
}

/** What {@link loadCatalogueStats} found; it never asks by itself. */
export function useCatalogueStats(): CatalogueStats | undefined {
  return useQuery<CatalogueStats>({ ...statsQuery, enabled: false }).data
}

export function loadFeedPage(queryClient: QueryClient, page: number): Promise<DealsPage> {
  return queryClient.fetchQuery<DealsPage>(feedQuery(page))
}

const freeQuery = { queryKey: ['/api/deals/free'] }

/** The deals that are open today for someone without a membership; none when the call fails. */
export async function loadFreeDeals(queryClient: QueryClient): Promise<void> {
  await queryClient.prefetchQuery<Deal[]>(freeQuery)
}

/** What {@link loadFreeDeals} found; it never asks by itself. */
export function useFreeDeals(): Deal[] {
  return useQuery<Deal[]>({ ...freeQuery, enabled: false }).data ?? []
}

/** Whether a page of the feed is here and still true. */
export function isFeedPageAtHand(queryClient: QueryClient, page: number): boolean {
  const state = queryClient.getQueryState<DealsPage>(feedQuery(page).queryKey)
  return state?.data !== undefined && !state.isInvalidated
}

export function feedPageAtHand(queryClient: QueryClient, page: number): DealsPage | undefined {
  return queryClient.getQueryData<DealsPage>(feedQuery(page).queryKey)
}

/** A deal that a list has brought already. */
export function dealAtHand(queryClient: QueryClient, dealId: string): Deal | undefined {
  const lists = queryClient.getQueryCache().findAll({
    predicate: ({ queryKey: [address], state }) =>
      /^\/api\/deals(\?|\/preview|\/free)/.test(String(address)) && !state.isInvalidated,
  })
  return lists
    .flatMap(({ state }) => dealsIn(state.data as DealsPage | Deal[] | undefined))
    .find(({ id }) => id === dealId)
}

function dealsIn(data: DealsPage | Deal[] | undefined): Deal[] {
  if (!data) return []
  return Array.isArray(data) ? data : data.deals
}
