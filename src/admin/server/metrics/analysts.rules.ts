import {
  isTooSmall,
  UNDER_FIVE,
  withoutAddresses,
} from '#app/admin/server/audit/taken-along.rules.ts'
import type { CsvCell } from '#app/server/csv.ts'
import type { MetricColumn } from './list.ts'

type Column = Pick<MetricColumn, 'type' | 'isTotal'>

/**
 * A row as an analyst's file has it; money that rests on a number that is too small goes with it, and so does a
 * total from which the one part that is hidden could be found.
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

/** A cell as anybody but an owner sees it. */
export function hideAddress<C extends CsvCell>(cell: C): C | string {
  return typeof cell === 'string' ? withoutAddresses(cell) : cell
}
