import { LONGEST_CELL, MOST_SHEET_COLUMNS, MOST_SHEET_ROWS } from '#app/deals/deals.facts.ts'
import type { Cell, SheetRow } from './messages.ts'

export const HIGHEST_ROW = MOST_SHEET_ROWS + 1

/** What is wrong with a sheet, in words for whoever made it. */
export class Refusal extends Error {}

export type ReadSheet = {
  rows: SheetRow[]
  notes: string[]
  names: string[]
  name: string | null
}

/** One character more than allowed is enough to see that there are too many. */
export function shorten(text: string): Cell {
  if (text.trim() === '') return null
  return text.slice(0, LONGEST_CELL + 1)
}

/** Adds a row that holds something. */
export function addRow(rows: SheetRow[], { cells, ...row }: SheetRow): boolean {
  const last = cells.findLastIndex((cell) => cell !== null && cell !== undefined)
  if (last < 0) return false
  if (last >= MOST_SHEET_COLUMNS) refuseColumns()
  rows.push({ ...row, cells: Array.from(cells.slice(0, last + 1), (cell) => cell ?? null) })
  return true
}

export function refuseColumns(): never {
  throw new Refusal(`The sheet has more than ${MOST_SHEET_COLUMNS} columns.`)
}

export function refuseRows(lastRow: number): never {
  throw new Refusal(
    `The sheet reaches down to row ${lastRow}. At most ${MOST_SHEET_ROWS} deals fit in one sheet: ` +
      'split it, or delete the empty rows below the last deal.',
  )
}
