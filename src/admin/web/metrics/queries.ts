import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import type {
  BroughtMetrics,
  ClickMetrics,
  DealMetrics,
  JoiningMetrics,
  MemberMetrics,
  MetricRows,
  Period,
  RevenueMetrics,
} from '#app/admin/metrics/metrics.contract.ts'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import { OF_ADMIN_DEALS } from '#app/admin/web/shell/refresh-deals.ts'
import { queryOf } from '#app/web/api/query-keys.ts'
import { type MetricsAddress, type RowsLink, rowsCall } from './address.rules.ts'

type Parts = {
  deals: DealMetrics
  clicks: ClickMetrics
  joining: JoiningMetrics
  members: MemberMetrics
  revenue: RevenueMetrics
  brought: BroughtMetrics
}

const PARTS = ['deals', 'clicks', 'joining', 'members', 'revenue', 'brought'] as const

function partQuery(part: keyof Parts, period: Period) {
  const path = `${ADMIN_CALLS.metrics}/${part}`
  return queryOf(part === 'members' ? path : `${path}?period=${period}`, OF_ADMIN_DEALS)
}

const rowsQuery = (list: RowsLink) => queryOf(rowsCall(list, 'rows'), OF_ADMIN_DEALS)

/** For the loader. Always refetched, since more has happened meanwhile. */
export async function loadMetrics(
  queryClient: QueryClient,
  { period, list }: MetricsAddress,
): Promise<void> {
  const wanted = list ? [rowsQuery(list)] : PARTS.map((part) => partQuery(part, period))
  await Promise.all(wanted.map((query) => queryClient.prefetchQuery({ ...query, staleTime: 0 })))
}

/** Returns the data of a section; undefined if it could not be read. */
export function useMetrics<P extends keyof Parts>(part: P, period: Period): Parts[P] | undefined {
  return useQuery<Parts[P]>(partQuery(part, period)).data
}

export function useMetricRows(list: RowsLink): MetricRows | undefined {
  return useQuery<MetricRows>({ ...rowsQuery(list), placeholderData: keepPreviousData }).data
}
