import type { ListRow } from './rows.rules.ts'

/**
 * The row to go to when one wants to be at this index: a heading is passed in the direction one
 * goes, and at the ends one turns back. Undefined when there is none.
 */
export function findTarget(
  rows: readonly ListRow[],
  wanted: number,
  direction: 1 | -1,
): number | undefined {
  const start = Math.max(0, Math.min(wanted, rows.length - 1))
  for (const by of [direction, -direction]) {
    for (let index = start; index >= 0 && index < rows.length; index += by) {
      if (rows[index]?.kind !== 'day') return index
    }
  }
  return undefined
}
