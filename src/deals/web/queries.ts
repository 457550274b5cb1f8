import type { QueryClient } from '@tanstack/react-query'
import { OF_VIEWER } from '#app/accounts/web/user.ts'
import type { CatalogueStats, Deal, DealsPage, Editions } from '#app/deals/deals.contract.ts'
import { FEED_PAGE_SIZE, LARGEST_FEED_PAGE } from '#app/deals/deals.facts.ts'
import { callsFor, PAGES_A_CALL, splitPage } from '#app/deals/web/feed/paging.rules.ts'
import { OF_MEMBERSHIP } from '#app/membership/web/subscription.ts'
import type { Api } from '#app/web/api/api.ts'
import { hasTag, queryOf } from '#app/web/api/query-keys.ts'
import { useAnswer } from '#app/web/api/use-answers.ts'

/** The tag of every query about the catalogue. */
export const OF_DEALS = 'deals'
/** The tag of every list of deals: feed, front page, free deals. */
const DEAL_LIST = 'deal-list'

/** A query that returns deals as this viewer may see them. */
export function queryOfDeals(address: string) {
  return queryOf(address, OF_DEALS, OF_VIEWER, OF_MEMBERSHIP, DEAL_LIST)
}

/** A page of the feed, filtered by `what`, which `whatOf` in `filters/choosing.rules.ts` writes. */
export function feedQuery(page: number, what = '') {
  return queryOfDeals(feedCall(page, FEED_PAGE_SIZE, what))
}

function feedCall(page: number, limit: number, what: string): string {
  return `/api/deals?page=${page}&limit=${limit}${what && `&${what}&lenient=1`}`
}

/** Without the link to the shop, which is requested only when somebody goes there. */
export function dealQuery(dealId: string) {
  const address = `/api/deals/${encodeURIComponent(dealId)}?link=none`
  return queryOf(address, OF_DEALS, OF_VIEWER, OF_MEMBERSHIP)
}

/** The price history; the page of a deal works without it. */
export function pricesQuery(dealId: string) {
  const address = `/api/deals/${encodeURIComponent(dealId)}/prices`
  return queryOf(address, OF_DEALS, OF_VIEWER, OF_MEMBERSHIP)
}

export const featuredQuery = queryOfDeals('/api/deals/preview')

const statsQuery = queryOf('/api/deals/figures', OF_DEALS)

/** Loads the figures of the catalogue; a page works without them. */
export function loadCatalogueStats(queryClient: QueryClient): Promise<void> {
  return queryClient.prefetchQuery(statsQuery)
}

/** What {@link loadCatalogueStats} loaded; never fetches by itself. */
export function useCatalogueStats(): CatalogueStats | undefined {
  return useAnswer<CatalogueStats>({ ...statsQuery, enabled: false })
}

export function loadFeedPage(
  queryClient: QueryClient,
  page: number,
  what = '',
): Promise<DealsPage> {
  return queryClient.fetchQuery<DealsPage>(feedQuery(page, what))
}

/** Loads the pages that are not cached, several per call. */
export async function loadFeedPages(
  queryClient: QueryClient,
  api: Api,
  pages: number[],
  what = '',
): Promise<void> {
  const missing = pages.filter((page) => !isFeedPageAtHand(queryClient, page, what))
  const { whole, single } = callsFor(missing)
  await Promise.all([
    ...single.map((page) => loadFeedPage(queryClient, page, what)),
    ...whole.map(async (large) => {
      const answer = (await api.load(feedCall(large, LARGEST_FEED_PAGE, what))) as DealsPage
      for (const [index, page] of splitPage(answer).entries()) {
        const number = (large - 1) * PAGES_A_CALL + index + 1
        if (!missing.includes(number)) continue
        queryClient.setQueryData(feedQuery(number, what).queryKey, page)
      }
    }),
  ])
}

const editionsQuery = queryOf('/api/deals/days', OF_DEALS)

/** Loads the days to jump to; the feed works without them. */
export async function loadEditions(queryClient: QueryClient): Promise<void> {
  await queryClient.prefetchQuery<Editions>(editionsQuery)
}

/** What {@link loadEditions} loaded; never fetches by itself. */
export function useEditions(): Editions {
  return useAnswer<Editions>({ ...editionsQuery, enabled: false }) ?? []
}

const freeQuery = queryOfDeals('/api/deals/free')

/** Loads the deals that are open today to free accounts; leaves none when the call fails. */
export async function loadFreeDeals(queryClient: QueryClient): Promise<void> {
  await queryClient.prefetchQuery<Deal[]>(freeQuery)
}

/** What {@link loadFreeDeals} loaded; never fetches by itself. */
export function useFreeDeals(): Deal[] {
  return useAnswer<Deal[]>({ ...freeQuery, enabled: false }) ?? []
}

/** Whether a page of the feed is cached and still valid. */
export function isFeedPageAtHand(queryClient: QueryClient, page: number, what = ''): boolean {
  const state = queryClient.getQueryState<DealsPage>(feedQuery(page, what).queryKey)
  return state?.data !== undefined && !state.isInvalidated
}

export function feedPageAtHand(
  queryClient: QueryClient,
  page: number,
  what = '',
): DealsPage | undefined {
  return queryClient.getQueryData<DealsPage>(feedQuery(page, what).queryKey)
}

/** A deal from a list that is cached. */
export function dealAtHand(queryClient: QueryClient, dealId: string): Deal | undefined {
  const lists = queryClient.getQueryCache().findAll({
    predicate: (query) => hasTag(query, DEAL_LIST) && !query.state.isInvalidated,
  })
  return lists
    .flatMap(({ state }) => dealsIn(state.data as DealsPage | Deal[] | undefined))
    .find(({ id }) => id === dealId)
}

function dealsIn(data: DealsPage | Deal[] | undefined): Deal[] {
  if (!data) return []
  return Array.isArray(data) ? data : data.deals
}

/** Replaces the first page of the feed; drops later pages and other lists, which may have changed. */
export function startFeedFrom(queryClient: QueryClient, first: DealsPage, what = ''): void {
  const kept = [feedQuery(1, what), freeQuery].map(({ queryKey: [address] }) => address)
  queryClient.setQueryData(feedQuery(1, what).queryKey, first)
  queryClient.removeQueries({
    predicate: (query) => hasTag(query, DEAL_LIST) && !kept.includes(String(query.queryKey[0])),
  })
  void queryClient.invalidateQueries(freeQuery)
  void queryClient.refetchQueries(editionsQuery)
}
