import { MOST_SHEET_COLUMNS } from '#app/deals/deals.facts.ts'
import { FORM_FIELDS } from '#app/deals/editing/form-fields.facts.ts'
import type { Cell, SheetRow } from '#app/deals/server/sheets/messages.ts'
import { badSheet } from '#app/deals/server/sheets/problem.ts'
import { readSheet } from '#app/deals/server/sheets/sheet.ts'
import { writeSheets } from '#app/deals/server/sheets/writing.ts'
import { TERM_FIELDS } from '#app/deals/vocabulary/vocabulary.facts.ts'
import { findVerdict, VERDICT_HEADINGS } from './columns.rules.ts'
import { type ImportContext, type ImportInput, reviewSheet } from './import.ts'
import type { ImportReport } from './report.ts'
import type { SheetDeal } from './rows.rules.ts'

const WIDTH = 18
const VERDICT_WIDTHS = [20, 80]
const MAX_VERDICT = 1000

/**
 * Returns the sheet as .xlsx with two more columns: what would become of each row, and what is wrong with it.
 * Throws a Problem 422 `bad-sheet`.
 */
export async function annotateDeals(
  ctx: ImportContext,
  input: Omit<ImportInput, 'isDryRun' | 'record'>,
): Promise<Buffer> {
  const sheet = await readSheet(input.fileName, input.bytes, undefined, input.choices?.sheet)
  const { arranged, report, fresh } = await reviewSheet(ctx, sheet, { ...input, isDryRun: true })
  const rows = withoutVerdict([arranged.headings, ...arranged.rows])
  const width = Math.max(...rows.map(({ cells }) => cells.length))
  const room = MOST_SHEET_COLUMNS - VERDICT_HEADINGS.length
  if (width > room) {
    throw badSheet(`The sheet has more than ${room} columns: there is no room for two more.`)
  }
  const verdictOf = verdicts(report, rows, fresh)
  return writeSheets([
    {
      name: 'Deals',
      widths: [...Array(width).fill(WIDTH), ...VERDICT_WIDTHS],
      rows: rows.map(({ row, cells }) => ({
        row,
        cells: [...cells, ...Array(width - cells.length).fill(null), ...verdictOf(row)],
      })),
    },
  ])
}

/** Removes the verdict columns of an earlier check. */
function withoutVerdict(rows: SheetRow[]): SheetRow[] {
  const at = findVerdict(rows[0]?.cells ?? [])
  if (at === undefined) return rows
  return rows.map(({ row, cells }) => ({
    row,
    cells: cells.toSpliced(at, VERDICT_HEADINGS.length),
  }))
}

function verdicts(
  { problems, duplicates, updates }: ImportReport,
  [headings, first]: SheetRow[],
  fresh: SheetDeal[],
) {
  const wrong = new Map<number, string[]>()
  for (const { row, column, reason } of problems) {
    // Faults of headings go beside the first data row, because the heading row holds the column titles.
    const isHeading = row === headings?.row
    const told = `${isHeading ? 'Headings: ' : ''}${column} ${reason}`
    const at = isHeading ? (first?.row ?? row) : row
    wrong.set(at, [...(wrong.get(at) ?? []), told])
  }
  const areHeadingsWrong = problems.some(({ row }) => row === headings?.row)
  const known = new Map(duplicates.map(({ row, sameAs }) => [row, sameAs]))
  const changed = new Set(updates.map(({ row }) => row))
  const isNew = new Set(fresh.map(({ row }) => row))

  const notes = new Map(fresh.map((deal) => [deal.row, noteOf(deal)]))

  return (row: number): Cell[] => {
    if (row === headings?.row) return [...VERDICT_HEADINGS]
    const reasons = wrong.get(row)
    if (reasons) return ['Wrong', reasons.join('; ').slice(0, MAX_VERDICT)]
    if (areHeadingsWrong) return ['Wrong', 'Headings: see the first row']
    const sameAs = known.get(row)
    if (changed.has(row)) return ['Changes a deal that is there', null]
    if (!sameAs && !isNew.has(row)) return ['Is so already', null]
    if (!sameAs) return ['New', notes.get(row)?.slice(0, MAX_VERDICT) || null]
    return ['row' in sameAs ? `Same as row ${sameAs.row}` : 'Already in the club', null]
  }
}

/** Lists the words of a row that are unknown and only kept as a note. */
function noteOf({ words, ...deal }: SheetDeal): string {
  const unread = [...TERM_FIELDS.filter((field) => deal[field] === null), 'sizes' as const]
  const told = unread.flatMap((field) =>
    words[field] === undefined ? [] : `${FORM_FIELDS[field].label} “${words[field]}”`,
  )
  return told.length === 0 ? '' : `Not understood, kept as a note: ${told.join(', ')}`
}
