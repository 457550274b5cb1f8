import { useCallback, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { AdminDealFilters } from '#app/admin/admin-deals.contract.ts'
import type { ListColumn } from '#app/admin/views.facts.ts'
import { hiddenColumns, withHidden } from '#app/admin/web/views/columns.rules.ts'
import {
  type DealListFilters,
  filterParameters,
  hasListFilters,
  type ListFilterName,
  NO_LIST_FILTERS,
  readListFilters,
  withFilters,
} from './filters.rules.ts'
import { useDealFilters, useListPages } from './queries.ts'
import { buildRows, countDays, type DayCount, type DealListRow, pagesAround } from './rows.rules.ts'

export type DealListState = {
  /** Identifies the query of these rows. */
  address: string
  rows: readonly DealListRow[]
  counts: ReadonlyMap<string, DayCount>
  total: number | undefined
  offers: AdminDealFilters | undefined
  /** The rows are stale: those of the previous query, if there are any. */
  isWaiting: boolean
  isReading: boolean
  error: Error | undefined
  retry: () => void
  onSpan: (first: number, last: number) => void
}

type Shown = Pick<DealListState, 'address' | 'rows' | 'total'>

/** Returns the loaded rows; while another query loads, those of the previous one. */
export function useListRows(filters: DealListFilters, gone: ReadonlySet<string>): DealListState {
  const address = JSON.stringify(filterParameters(filters))
  const [span, setSpan] = useState({ address, first: 0, last: 0 })
  const { first, last } = span.address === address ? span : { first: 0, last: 0 }
  const known = useRef(0)
  const near = pagesAround(first, last, known.current)
  const { pages, total, isReading, error, retry } = useListPages(filters, near)
  known.current = total ?? 0
  const offers = useDealFilters()

  const isByDay = filters.sort === ''
  const rows = useMemo(
    () => (total === undefined ? undefined : buildRows({ total, pages, gone, isByDay })),
    [total, pages, gone, isByDay],
  )
  const shown = useRef<Shown>({ address, rows: [], total: undefined })
  if (rows) shown.current = { address, rows, total }
  const isFailed = rows === undefined && error !== undefined
  const { rows: shownRows, ...rest } = isFailed
    ? { address, rows: [], total: undefined }
    : shown.current
  const days = hasListFilters(filters) ? undefined : offers?.days
  const counts = useMemo(() => countDays(shownRows, days), [shownRows, days])

  const onSpan = useCallback(
    (from: number, to: number) =>
      setSpan((before) =>
        before.address === address && before.first === from && before.last === to
          ? before
          : { address, first: from, last: to },
      ),
    [address],
  )
  return {
    ...rest,
    rows: shownRows,
    counts,
    offers,
    isWaiting: rows === undefined && !isFailed,
    isReading,
    error,
    retry,
    onSpan,
  }
}

/** The filters, kept in the address so that links and reloads preserve them. */
export function useFilters() {
  const [search, setSearch] = useSearchParams()
  const filters = useMemo(() => readListFilters(search), [search])

  const setFilters = useCallback(
    (change: (filters: DealListFilters) => DealListFilters) =>
      setSearch((before) => withFilters(before, change(readListFilters(before))), {
        replace: true,
        preventScrollReset: true,
      }),
    [setSearch],
  )
  const setFilter = useCallback(
    (name: ListFilterName, value: string) => setFilters((before) => ({ ...before, [name]: value })),
    [setFilters],
  )
  const clear = useCallback(
    () => setFilters(({ sort }) => ({ ...NO_LIST_FILTERS, sort })),
    [setFilters],
  )
  const hide = useCallback(
    (hidden: ListColumn[]) =>
      setSearch((before) => withHidden(before, hidden), {
        replace: true,
        preventScrollReset: true,
      }),
    [setSearch],
  )
  const openView = useCallback(
    (address: string, hidden: ListColumn[]) =>
      setSearch((before) => {
        const wanted = readListFilters(new URLSearchParams(address))
        return withHidden(withFilters(before, wanted), hidden)
      }),
    [setSearch],
  )

  return { filters, setFilter, clear, hidden: hiddenColumns(search), hide, openView }
}
