import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { CatalogueStats, Deal, DealsPage } from '#app/deals/deals.contract.ts'
import { FEED_PAGE_SIZE } from '#app/deals/deals.facts.ts'

/** Every list of deals: of the feed, the front page, a carousel, the free preview. */
function isDealList({ queryKey: [address] }: { queryKey: readonly unknown[] }): boolean {
  return /^\/api\/deals(\?|\/(preview|carousel|free)\b)/.test(String(address))
}

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
    predicate: (query) => isDealList(query) && !query.state.isInvalidated,
  })
  return lists
    .flatMap(({ state }) => dealsIn(state.data as DealsPage | Deal[] | undefined))
    .find(({ id }) => id === dealId)
}

function dealsIn(data: DealsPage | Deal[] | undefined): Deal[] {
  if (!data) return []
  return Array.isArray(data) ? data : data.deals
}

/** Shows this as the first page; the pages after it have moved on, and other lists may have. */
export function startFeedFrom(queryClient: QueryClient, first: DealsPage): void {
  const kept = [feedQuery(1), freeQuery].map(({ queryKey: [address] }) => address)
  queryClient.setQueryData(feedQuery(1).queryKey, first)
  queryClient.removeQueries({
    predicate: (query) => isDealList(query) && !kept.includes(String(query.queryKey[0])),
  })
  void queryClient.invalidateQueries(freeQuery)
}
