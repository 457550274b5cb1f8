import { readText } from '#app/deals/server/deal/cells.rules.ts'
import type { Cell, SheetRow } from '#app/deals/server/sheets/messages.ts'
import { foldHeading } from '#app/shared/names.ts'
import { SHEET_COLUMNS, type SheetField } from './columns.facts.ts'

/** Where each field stands, counted from 0, and the sheet's own words for it. */
export type Columns = Partial<Record<SheetField, { index: number; heading: string }>>

type ColumnProblem = { row: number; column: string; value: string; reason: string }

const COLUMNS = Object.entries<(typeof SHEET_COLUMNS)[SheetField] & { isNeeded?: boolean }>(
  SHEET_COLUMNS,
).map(([field, column]) => ({ field: field as SheetField, ...column }))

const FIELD_BY_HEADING = new Map(
  COLUMNS.flatMap(({ field, heading, also }) =>
    [foldHeading(heading), ...also].map((folded) => [folded, field] as const),
  ),
)

export function matchColumns({ row, cells }: SheetRow): {
  columns: Columns
  problems: ColumnProblem[]
  notes: string[]
} {
  const columns: Columns = {}
  const problems: ColumnProblem[] = []
  const unknown: string[] = []
  const verdict = findVerdict(cells)

  for (const [index, cell] of cells.entries()) {
    const heading = headingText(cell)
    if (heading === '' || index === verdict || index - 1 === verdict) continue
    const field = FIELD_BY_HEADING.get(foldHeading(heading))
    const earlier = field && columns[field]
    if (!field) unknown.push(heading)
    else if (!earlier) columns[field] = { index, heading }
    else {
      const reason = `means the same as the column "${earlier.heading}"; keep one of them`
      problems.push({ row, column: heading, value: heading, reason })
    }
  }
  for (const { field, heading, isNeeded } of COLUMNS) {
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

/** The two columns in which we say what is wrong with a sheet: nobody has to take them out again. */
export const VERDICT_HEADINGS = ['Status', 'What is wrong'] as const

/** Where those two stand, counted from 0: the first; undefined when the sheet has not got both. */
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
