import { readText } from '#app/deals/server/deal/cells.rules.ts'
import type { Cell, SheetRow } from '#app/deals/server/sheets/messages.ts'
import { foldHeading } from '#app/shared/names.ts'
import { SHEET_COLUMNS, type SheetField } from './columns.facts.ts'

/** The column index of each field, from 0, and its heading in the sheet. */
export type FoundColumns<Field extends string> = Partial<
  Record<Field, { index: number; heading: string }>
>
export type Columns = FoundColumns<SheetField>

/** The names of a column: our heading, and others as folded by `foldHeading`. */
type Named = { heading: string; also: readonly string[]; isNeeded?: boolean }

type ColumnProblem = { row: number; column: string; value: string; reason: string }

type Matched<Field extends string> = {
  columns: FoundColumns<Field>
  problems: ColumnProblem[]
  notes: string[]
}

/** Creates a function that finds the columns of one kind of sheet by their headings. */
export function columnMatcher<Field extends string>(
  named: Record<Field, Named>,
): (headings: SheetRow, chosen?: ReadonlyMap<number, Field | undefined>) => Matched<Field> {
  const all = Object.entries<Named>(named).map(([field, column]) => ({
    field: field as Field,
    ...column,
  }))
  const fieldByHeading = fieldsByHeading(named)
  return ({ row, cells }, chosen = new Map()) => {
    const columns: FoundColumns<Field> = {}
    const problems: ColumnProblem[] = []
    const unknown: string[] = []
    const verdict = findVerdict(cells)
    const byHand = new Set(chosen.values())
    for (const [index, field] of chosen) {
      const heading = headingText(cells[index] ?? null) || `Column ${index + 1}`
      if (field !== undefined && !columns[field]) columns[field] = { index, heading }
    }

    for (const [index, cell] of cells.entries()) {
      const heading = headingText(cell)
      if (heading === '' || index === verdict || index - 1 === verdict) continue
      if (chosen.has(index)) continue
      const field = fieldByHeading.get(foldHeading(heading))
      const earlier = field && columns[field]
      // Another column was chosen by hand for this field.
      if (field && byHand.has(field)) continue
      if (!field) unknown.push(heading)
      else if (!earlier) columns[field] = { index, heading }
      else {
        const reason = `means the same as the column "${earlier.heading}"; keep one of them`
        problems.push({ row, column: heading, value: heading, reason })
      }
    }
    for (const { field, heading, isNeeded } of all) {
      if (!isNeeded || columns[field]) continue
      problems.push({
        row,
        column: heading,
        value: '',
        reason: 'is missing: the sheet needs this column',
      })
    }
    const notes = unknown.length > 0 ? [`Columns that were ignored: ${unknown.join(', ')}.`] : []
    return { columns, problems, notes }
  }
}

export const matchColumns = columnMatcher<SheetField>(SHEET_COLUMNS)

function fieldsByHeading<Field extends string>(named: Record<Field, Named>): Map<string, Field> {
  return new Map(
    Object.entries<Named>(named).flatMap(([field, { heading, also }]) =>
      [foldHeading(heading), ...also].map((folded) => [folded, field as Field] as const),
    ),
  )
}

/** Creates a function that counts how many different fields the cells of a row could be headings of. */
export function headingCounter(named: Record<string, Named>): (row: SheetRow) => number {
  const known = fieldsByHeading(named)
  return ({ cells }) =>
    new Set(cells.flatMap((cell) => known.get(foldHeading(headingText(cell))) ?? [])).size
}

/** Headings of the two columns we add to a checked sheet; they are ignored when it is uploaded again. */
export const VERDICT_HEADINGS = ['Status', 'What is wrong'] as const

/** The index of the first of these two columns, from 0; undefined unless both are present. */
export function findVerdict(headings: Cell[]): number | undefined {
  const folded = headings.map((cell) => foldHeading(headingText(cell)))
  const [status, wrong] = VERDICT_HEADINGS.map(foldHeading)
  const at = folded.findIndex((heading, index) => {
    return heading === status && folded[index + 1] === wrong
  })
  return at < 0 ? undefined : at
}

function headingText(cell: Cell): string {
  const text = readText(cell)
  return text.ok ? text.value : ''
}
