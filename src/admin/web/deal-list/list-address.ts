import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import {
  type DealListFilters,
  type FilterName,
  NO_FILTERS,
  readFilters,
  withFilters,
} from './filters.rules.ts'

/** The filters as the address has them: a link or a reload keeps them. */
export function useFilters() {
  const [search, setSearch] = useSearchParams()
  const filters = useMemo(() => readFilters(search), [search])

  const setFilters = useCallback(
    (change: (filters: DealListFilters) => DealListFilters) =>
      setSearch((before) => withFilters(before, change(readFilters(before))), {
        replace: true,
        preventScrollReset: true,
      }),
    [setSearch],
  )
  const setFilter = useCallback(
    (name: FilterName, value: string) => setFilters((before) => ({ ...before, [name]: value })),
    [setFilters],
  )
  const clear = useCallback(() => setFilters(() => NO_FILTERS), [setFilters])

  return { filters, setFilter, clear }
}
