import { withoutAddresses } from '#app/admin/server/audit/addresses.rules.ts'
import type { CsvCell } from '#app/server/csv.ts'

/** No number below this stands in what an analyst takes along. */
const SMALLEST = 5
const UNDER_FIVE = 'under 5'

/** A row as an analyst's file has it; money that rests on a number that is too small goes with it. */
export function rowForAnalyst(
  columns: Array<{ type: string }>,
  cells: readonly CsvCell[],
): CsvCell[] {
  const isSmall = (cell: CsvCell, index: number) =>
    columns[index]?.type === 'count' && typeof cell === 'number' && cell < SMALLEST
  const hasSmall = cells.some(isSmall)
  return cells.map((cell, index) => {
    if (isSmall(cell, index)) return UNDER_FIVE
    if (hasSmall && columns[index]?.type === 'money' && cell !== null) return UNDER_FIVE
    return hideAddress(cell)
  })
}

/** A cell as anybody but an owner sees it. */
export function hideAddress<C extends CsvCell>(cell: C): C | string {
  return typeof cell === 'string' ? withoutAddresses(cell) : cell
}
