import {
  isTooSmall,
  UNDER_FIVE,
  withoutAddresses,
} from '#app/admin/server/audit/taken-along.rules.ts'
import type { CsvCell } from '#app/server/csv.ts'
import type { MetricColumn } from './list.ts'

type Column = Pick<MetricColumn, 'type' | 'isTotal'>

/**
 * Returns a row for an analyst's file. Hides small counts, money in the same row, and a total from which a
 * single hidden part could be computed.
 */
export function rowForAnalyst(columns: Column[], cells: readonly CsvCell[]): CsvCell[] {
  const isSmall = (cell: CsvCell, index: number) =>
    columns[index]?.type === 'count' && typeof cell === 'number' && isTooSmall(cell)
  const small = cells.filter(isSmall)
  const parts = cells.filter((cell, index) => isSmall(cell, index) && !columns[index]?.isTotal)
  return cells.map((cell, index) => {
    const { type, isTotal } = columns[index] ?? {}
    if (isSmall(cell, index) || (isTotal && parts.length === 1)) return UNDER_FIVE
    if (small.length > 0 && type === 'money' && cell !== null) return UNDER_FIVE
    return hideAddress(cell)
  })
}

/** Hides e-mail addresses in a cell from everybody but owners. */
export function hideAddress<C extends CsvCell>(cell: C): C | string {
  return typeof cell === 'string' ? withoutAddresses(cell) : cell
}
