import type { SheetChoices, SheetFacts } from '#app/deals/editing/sheet-choices.contract.ts'
import { readText } from '#app/deals/server/deal/cells.rules.ts'
import type { Cell, SheetRow } from '#app/deals/server/sheets/messages.ts'
import { countOf } from '#app/shared/counts.ts'
import { SHEET_COLUMNS, type SheetField } from './columns.facts.ts'
import { type Columns, type FoundColumns, headingCounter, matchColumns } from './columns.rules.ts'
import { findCommaPrice, priceNotes } from './comma-prices.rules.ts'
import type { SheetProblem } from './rows.rules.ts'

/** A sheet ready to be checked: headings and one deal per row. */
export type ArrangedSheet = {
  headings: SheetRow
  rows: SheetRow[]
  columns: Columns
  problems: SheetProblem[]
  notes: string[]
  /** A price of the sheet with a decimal comma, if there is one. */
  commaPrice: string | undefined
  facts: Omit<SheetFacts, 'missingPictures' | 'offers'>
}

type Read = { rows: SheetRow[]; names: string[]; name: string | null }

const MOST_ABOVE = 30
const FEWEST_KNOWN = 2
const SAMPLES = 3
const LONGEST_SAMPLE = 60

/** Finds the headings and data rows of a sheet, unless chosen by hand. Undefined for an empty sheet. */
export function arrangeSheet(sheet: Read, choices: SheetChoices): ArrangedSheet | undefined {
  const split = splitAtHeadings(sheet.rows, choices.headingRow, countKnown)
  if (!split) return undefined
  const { headings, below, notes } = split
  const seen = choices.hiddenRows === 'leave' ? below.filter((row) => !row.isHidden) : below
  const linked = linkColumn(seen, headings, choices)
  const matched = matchColumns(linked?.headings ?? headings, chosenFields(choices, linked?.index))
  const { columns } = matched
  if (linked) {
    notes.push(`The addresses were taken from the links behind “${linked.heading}”.`)
  }
  const addressed = seen.map((row) => withAddress(row, columns.buyUrl?.index, linked?.from))
  const { rows, totals } = withoutTotals(addressed, columns)
  if (totals.length > 0) {
    const named = totals.length === 1 ? `Row ${totals[0]} is` : `Rows ${totals.join(', ')} are`
    notes.push(`${named} a total, and ${totals.length === 1 ? 'was' : 'were'} left aside.`)
  }
  const left = new Set(choices.without)
  const kept = rows.filter(({ row }) => !left.has(row))
  const mended = mend(kept, choices.cells ?? [])
  const commaPrice = findCommaPrice(columns, mended.rows)
  return {
    ...matched,
    headings: linked?.headings ?? headings,
    rows: mended.rows,
    notes: [...notes, ...matched.notes, ...priceNotes(commaPrice)],
    commaPrice,
    facts: {
      name: sheet.name,
      names: sheet.names,
      headingRow: headings.row,
      columns: columnFacts(linked?.headings ?? headings, mended.rows, columns, choices),
      fields: fieldFacts(SHEET_COLUMNS),
      hiddenRows: below.filter(({ isHidden }) => isHidden).length,
      withoutRows: rows.length - kept.length,
      mendedCells: mended.count,
    },
  }
}

const countKnown = headingCounter(SHEET_COLUMNS)

/** Finds the headings of any kind of sheet, the rows below, and a note about rows skipped above. */
export function splitAtHeadings(
  rows: SheetRow[],
  wanted: number | undefined,
  count: (row: SheetRow) => number,
): { headings: SheetRow; below: SheetRow[]; notes: string[] } | undefined {
  const at = findHeadings(rows, wanted, count)
  const row = rows[at]
  if (!row) return undefined
  const above = `The headings stand in row ${row.row}; ${countOf(at, 'row')} above ${at === 1 ? 'it was' : 'them were'} left aside.`
  return {
    headings: withoutSpread(row),
    below: rows.slice(at + 1),
    notes: at > 0 ? [above] : [],
  }
}

/** The row among the first with the most known headings; the first row when none has enough. */
function findHeadings(
  rows: SheetRow[],
  wanted: number | undefined,
  count: (row: SheetRow) => number,
): number {
  if (wanted !== undefined) {
    const at = rows.findIndex(({ row }) => row === wanted)
    if (at >= 0) return at
  }
  let best = { at: 0, known: FEWEST_KNOWN - 1 }
  for (const [at, row] of rows.slice(0, MOST_ABOVE).entries()) {
    const known = count(row)
    if (known > best.known) best = { at, known }
  }
  return best.at
}

/** Keeps a merged heading only for its first column, since the meaning of the others would be a guess. */
function withoutSpread(row: SheetRow): SheetRow {
  if (!row.spread) return row
  const { spread, ...own } = row
  return { ...own, cells: row.cells.map((cell, at) => (spread.includes(at) ? null : cell)) }
}

/** The columns chosen by hand, for any kind of sheet. */
export function chosenColumns<Field extends string>(
  { columns = {} }: Pick<SheetChoices, 'columns'>,
  named: Record<Field, object>,
): Map<number, Field | undefined> {
  return new Map(
    Object.entries(columns).map(([index, field]) => [
      Number(index),
      field in named ? (field as Field) : undefined,
    ]),
  )
}

function chosenFields(choices: SheetChoices, linkIndex: number | undefined) {
  const chosen = chosenColumns<SheetField>(choices, SHEET_COLUMNS)
  if (linkIndex !== undefined) chosen.set(linkIndex, 'buyUrl')
  return chosen
}

/** When no column has addresses, adds one from the hyperlinks of the column that has the most. */
function linkColumn(rows: SheetRow[], headings: SheetRow, choices: SheetChoices) {
  const { columns } = matchColumns(headings, chosenFields(choices, undefined))
  if (columns.buyUrl) return undefined
  const counts = new Map<number, number>()
  for (const { links = {} } of rows) {
    for (const at of Object.keys(links)) counts.set(Number(at), (counts.get(Number(at)) ?? 0) + 1)
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one)
  if (!most) return undefined
  const [from] = most
  const index = Math.max(headings.cells.length, ...rows.map(({ cells }) => cells.length))
  const heading = textOf(headings.cells[from] ?? null) || `column ${from + 1}`
  const cells: Cell[] = [...headings.cells]
  while (cells.length < index) cells.push(null)
  cells.push(`Link of ${heading}`)
  return { from, index, heading, headings: { ...headings, cells } }
}

/** Replaces a text by its hyperlink where an address is needed. */
function withAddress(row: SheetRow, index: number | undefined, from: number | undefined): SheetRow {
  if (index === undefined) return row
  const text = textOf(row.cells[index] ?? null)
  if (/^https?:/i.test(text)) return row
  const link = row.links?.[from ?? index]
  if (link === undefined) return row
  const cells = [...row.cells]
  while (cells.length < index) cells.push(null)
  cells[index] = link
  return { ...row, cells }
}

const TOTAL = /^(grand |sub-?|sous-?)?(total|totals|totaux|sum|somme|summe|gesamt)\b/i

/** Removes rows of totals: they have no address, and say "total" or hold only numbers in the last row. */
function withoutTotals(rows: SheetRow[], columns: Columns) {
  const totals: number[] = []
  const kept = rows.filter((row, at) => {
    const own = withoutSpread(row)
    if (textOf(own.cells[columns.buyUrl?.index ?? -1] ?? null) !== '') return true
    const filled = own.cells.filter((cell) => textOf(cell) !== '')
    const isNamed = filled.some((cell) => typeof cell === 'string' && TOTAL.test(cell.trim()))
    const isBare = at === rows.length - 1 && filled.every((cell) => typeof cell === 'number')
    if (!isNamed && !isBare) return true
    totals.push(row.row)
    return false
  })
  // If only such rows exist, something else is wrong with the sheet, so keep them.
  return kept.length === 0 ? { rows, totals: [] } : { rows: kept, totals }
}

function mend(rows: SheetRow[], mended: NonNullable<SheetChoices['cells']>) {
  const byRow = Map.groupBy(mended, ({ row }) => row)
  let count = 0
  const changed = rows.map((row) => {
    const cells = byRow.get(row.row)
    if (!cells) return row
    const next = [...row.cells]
    for (const { column, value } of cells) {
      while (next.length < column) next.push(null)
      next[column] = value.trim() === '' ? null : value
      count += 1
    }
    return { ...row, cells: next }
  })
  return { rows: changed, count }
}

/** The fields available for this kind of sheet. */
export function fieldFacts(
  named: Record<string, { heading: string; isNeeded?: boolean }>,
): SheetFacts['fields'] {
  return Object.entries(named).map(([field, { heading, isNeeded = false }]) => ({
    field,
    heading,
    isNeeded,
  }))
}

/** How the columns of any kind of sheet were read. */
export function columnFacts(
  { cells }: SheetRow,
  rows: SheetRow[],
  columns: FoundColumns<string>,
  choices: Pick<SheetChoices, 'columns'>,
): SheetFacts['columns'] {
  const fieldAt = new Map(Object.entries(columns).map(([field, found]) => [found?.index, field]))
  return cells.flatMap((cell, index) => {
    const heading = textOf(cell)
    const samples: string[] = []
    for (const row of rows) {
      const text = textOf(row.cells[index] ?? null).slice(0, LONGEST_SAMPLE)
      if (text !== '' && !samples.includes(text)) samples.push(text)
      if (samples.length === SAMPLES) break
    }
    if (heading === '' && samples.length === 0) return []
    const isChosen = String(index) in (choices.columns ?? {})
    return { index, heading, field: fieldAt.get(index) ?? null, isChosen, samples }
  })
}

function textOf(cell: Cell): string {
  if (cell !== null && typeof cell === 'object') {
    return 'error' in cell ? cell.error : cell.date.replace('T', ' ')
  }
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  const text = readText(cell)
  return text.ok ? text.value : String(cell)
}
