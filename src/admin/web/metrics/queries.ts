import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import type {
  ClickFigures,
  DealFigures,
  FigureRows,
  JoiningFigures,
  MemberFigures,
  Period,
  RevenueFigures,
} from '#app/admin/metrics.contract.ts'
import { type FiguresAddress, type RowsLink, rowsCall } from './address.rules.ts'

type Parts = {
  deals: DealFigures
  clicks: ClickFigures
  joining: JoiningFigures
  members: MemberFigures
  revenue: RevenueFigures
}

const PARTS = ['deals', 'clicks', 'joining', 'members', 'revenue'] as const

function partQuery(part: keyof Parts, period: Period) {
  const path = `/api/admin/figures/${part}`
  return { queryKey: [part === 'members' ? path : `${path}?period=${period}`] }
}

const rowsQuery = (list: RowsLink) => ({ queryKey: [rowsCall(list, 'rows')] })

/** For the loader: each time anew, more has happened since. */
export async function loadFigures(
  queryClient: QueryClient,
  { period, list }: FiguresAddress,
): Promise<void> {
  const wanted = list ? [rowsQuery(list)] : PARTS.map((part) => partQuery(part, period))
  await Promise.all(wanted.map((query) => queryClient.prefetchQuery({ ...query, staleTime: 0 })))
}

/** A part of the page; undefined when it could not be read. */
export function useFigures<P extends keyof Parts>(part: P, period: Period): Parts[P] | undefined {
  return useQuery<Parts[P]>(partQuery(part, period)).data
}

export function useFigureRows(list: RowsLink): FigureRows | undefined {
  return useQuery<FigureRows>({ ...rowsQuery(list), placeholderData: keepPreviousData }).data
}
