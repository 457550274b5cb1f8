import {
  keepPreviousData,
  type QueryClient,
  type UseQueryResult,
  useQueries,
  useQuery,
} from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ADMIN_PAGE_SIZE } from '#app/admin/admin.facts.ts'
import type { AdminDealFilters, AdminDealsPage } from '#app/admin/admin-deals.contract.ts'
import { ADMIN_CALLS, withParameters } from '#app/admin/web/shell/calls.rules.ts'
import { dealFiltersQuery } from '#app/admin/web/shell/deal-api.ts'
import { OF_ADMIN_DEALS } from '#app/admin/web/shell/refresh-deals.ts'
import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import { queryOf, tagged } from '#app/web/api/query-keys.ts'
import { type DealListFilters, filterParameters } from './filters.rules.ts'

/** The cache tag of the pages of the list, whatever their filters. */
const LIST_PAGE = 'admin-deal-list'

function pageQuery(filters: DealListFilters, page: number) {
  const parameters = { page, limit: ADMIN_PAGE_SIZE, ...filterParameters(filters) }
  return queryOf(withParameters(ADMIN_CALLS.deals, parameters), OF_ADMIN_DEALS, LIST_PAGE)
}

/** For the loader: the first page of the list, and the choices of the filters. */
export async function loadDealList(queryClient: QueryClient, filters: DealListFilters) {
  await Promise.all([
    queryClient.prefetchQuery(pageQuery(filters, 1)),
    queryClient.prefetchQuery(dealFiltersQuery),
  ])
}

export function useDealFilters(): AdminDealFilters | undefined {
  return useQuery<AdminDealFilters>({ ...dealFiltersQuery, placeholderData: keepPreviousData }).data
}

type ListPages = {
  pages: ReadonlyMap<number, ManagedDeal[]>
  /** Undefined until the first page is loaded. */
  total: number | undefined
  isReading: boolean
  error: Error | undefined
  retry: () => void
}

/**
 * Returns the pages that have been near the screen. Only those in `near` are fetched and refetched; the
 * others keep their data.
 */
export function useListPages(filters: DealListFilters, near: readonly number[]): ListPages {
  const address = pageQuery(filters, 0).queryKey.join()
  const [visited, setVisited] = useState({ address, pages: [1] })
  const known = visited.address === address ? visited.pages : [1]
  const missing = near.filter((page) => !known.includes(page))
  const wanted = missing.length > 0 ? [...known, ...missing] : known

  useEffect(() => {
    if (missing.length > 0 || visited.address !== address) setVisited({ address, pages: wanted })
  })

  const read = useQueries({
    queries: wanted.map((page) => ({
      ...pageQuery(filters, page),
      enabled: page === 1 || near.includes(page),
    })),
    combine,
  })
  return { ...read, retry: read.retry }
}

/** Merges the results of all pages; referentially stable as long as they are. */
function combine(results: Array<UseQueryResult<unknown>>): ListPages {
  const pages = new Map<number, ManagedDeal[]>()
  let newest = -1
  let total: number | undefined
  for (const { data, dataUpdatedAt } of results) {
    const page = data as AdminDealsPage | undefined
    if (!page) continue
    pages.set(page.pagination.currentPage, page.deals)
    if (dataUpdatedAt <= newest) continue
    newest = dataUpdatedAt
    total = page.pagination.totalDeals
  }
  const failed = results.filter(({ isError }) => isError)
  return {
    pages,
    total,
    isReading: results.some(({ isFetching }) => isFetching),
    error: failed[0]?.error ?? undefined,
    retry: () => {
      for (const { refetch } of failed) void refetch()
    },
  }
}

/** Updates a deal in every cached list that shows it, as the server returned it. */
export function cacheDeal(queryClient: QueryClient, deal: ManagedDeal): void {
  queryClient.setQueriesData<AdminDealsPage>(tagged(LIST_PAGE), (page) =>
    page?.deals.some(({ id }) => id === deal.id)
      ? { ...page, deals: page.deals.map((each) => (each.id === deal.id ? deal : each)) }
      : page,
  )
}

/** Removes deleted deals from every cached list, before the lists are refetched. */
export function removeCachedDeals(queryClient: QueryClient, gone: readonly string[]): void {
  const ids = new Set(gone)
  queryClient.setQueriesData<AdminDealsPage>(tagged(LIST_PAGE), (page) =>
    page?.deals.some(({ id }) => ids.has(id))
      ? { ...page, deals: page.deals.filter(({ id }) => !ids.has(id)) }
      : page,
  )
}

/** Returns the deal from any cached list. */
export function findCachedDeal(queryClient: QueryClient, id: string): ManagedDeal | undefined {
  const lists = queryClient.getQueriesData<AdminDealsPage>(tagged(LIST_PAGE))
  return lists.flatMap(([, page]) => page?.deals ?? []).find((deal) => deal.id === id)
}

/** Returns the deals of the lists on the screen. */
export function shownDeals(queryClient: QueryClient): ManagedDeal[] {
  const lists = queryClient.getQueriesData<AdminDealsPage>({
    type: 'active',
    ...tagged(LIST_PAGE),
  })
  return lists.flatMap(([, page]) => page?.deals ?? [])
}
