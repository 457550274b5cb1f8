import { LONGEST_CELL, MOST_SHEET_COLUMNS, MOST_SHEET_ROWS } from '#app/deals/deals.facts.ts'
import type { Cell, SheetRow } from './messages.ts'

export const HIGHEST_ROW = MOST_SHEET_ROWS + 1

/** What is wrong with a sheet, in words for its author. */
export class Refusal extends Error {}

export type ReadSheet = {
  rows: SheetRow[]
  notes: string[]
  names: string[]
  name: string | null
}

/** Keeps one character more than allowed, so that too long a text is still noticed. */
export function shorten(text: string): Cell {
  if (text.trim() === '') return null
  return text.slice(0, LONGEST_CELL + 1)
}

/** Adds a row unless it is empty; returns whether it did. */
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
