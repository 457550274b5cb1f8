import * as xlsx from '@e965/xlsx'
import { LONGEST_CELL, MOST_SHEET_COLUMNS, MOST_SHEET_ROWS } from '#app/deals/deals.facts.ts'
import { decodeText, parseCsv } from './csv.ts'
import type { Cell, SheetRow } from './messages.ts'

/** The sheet of our template that nobody takes for deals. */
const EXPLANATIONS = 'How to'
const HIGHEST_ROW = MOST_SHEET_ROWS + 1

/** Cell types of the workbook library; see its `ExcelDataType`. */
const ERROR_NAMES: Record<number, string> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
}

/** What stands before a text in our own files so that no office program takes it for a formula. */
const FORMULA_GUARD = /^'(?=[=+\-@\t\r])/

/** What is wrong with a sheet, in words for whoever made it. */
export class Refusal extends Error {}

export type ReadSheet = { rows: SheetRow[]; notes: string[] }

/**
 * Reads the bytes of a sheet. A crafted file can keep it busy for ever or take all memory: it is
 * called by `parser.ts` alone, a program that may be killed. Throws a Refusal, or
 * whatever the workbook library throws at a file that is damaged.
 */
export async function readSheetBytes(
  format: 'csv' | 'xlsx' | 'xls',
  bytes: Buffer,
): Promise<ReadSheet> {
  return format === 'csv' ? readCsv(bytes) : readWorkbook(format, bytes)
}

/** The same in words, for whatever was thrown. */
export function refusalReason(error: unknown): string {
  if (error instanceof Refusal) return error.message
  const text = error instanceof Error ? error.message : ''
  if (/password|encrypt/i.test(text)) {
    return 'The file is protected by a password. Save it without one and try again.'
  }
  return 'The file could not be read. It seems to be damaged: open it and save it again.'
}

function readCsv(bytes: Buffer): ReadSheet {
  const rows: SheetRow[] = []
  let row = 0
  for (const texts of readCsvRows(bytes)) {
    row += 1
    const cells = texts.map((text): Cell => shorten(text.replace(FORMULA_GUARD, '')))
    if (addRow(rows, { row, cells }) && row > HIGHEST_ROW) refuseRows(row)
  }
  return { rows, notes: [] }
}

function* readCsvRows(bytes: Buffer) {
  try {
    yield* parseCsv(decodeText(bytes))
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal((error as Error).message)
  }
}

async function readWorkbook(format: 'xlsx' | 'xls', bytes: Buffer): Promise<ReadSheet> {
  // Workbooks of the nineties name their alphabet by a code page.
  if (format === 'xls') xlsx.set_cptable(await import('@e965/xlsx/dist/cpexcel'))
  let book = openWorkbook(bytes, 0)
  const visible = (book.Workbook?.Sheets ?? []).findIndex((sheet) => !sheet.Hidden)
  if (visible > 0) book = openWorkbook(bytes, visible)

  const name = book.SheetNames[Math.max(visible, 0)]
  const sheet = name === undefined ? undefined : book.Sheets[name]
  if (!sheet || name === undefined) throw new Refusal('The file has no sheet.')
  const others = book.SheetNames.filter((each) => each !== name && each !== EXPLANATIONS).length
  const notes =
    others > 0 ? [`Only the sheet "${name}" was read, of ${others + 1} in the file.`] : []
  const habits = { format, is1904: book.Workbook?.WBProps?.date1904 === true }
  return { rows: readRows(sheet, habits), notes }
}

function openWorkbook(bytes: Buffer, sheets: number) {
  return xlsx.read(bytes, {
    type: 'buffer',
    dense: true,
    sheets,
    // The library walks the range that the file claims to have, up to a thousand million cells.
    sheetRows: HIGHEST_ROW + 1,
    cellNF: true,
    cellText: false,
    cellHTML: false,
    // Only to tell a formula that was never calculated from an empty cell.
    cellFormula: true,
    sheetStubs: true,
  })
}

/** What the numbers in its cells mean. */
type Habits = { format: 'xlsx' | 'xls'; is1904: boolean }

function readRows(sheet: xlsx.WorkSheet, habits: Habits): SheetRow[] {
  const claimed = sheet['!fullref']
  if (claimed) {
    const lastRow = xlsx.utils.decode_range(claimed).e.r + 1
    if (lastRow > HIGHEST_ROW) refuseRows(lastRow)
  }
  const rows: SheetRow[] = []
  // With `dense` the cells are rows of arrays with holes.
  const data: Array<Array<xlsx.CellObject | undefined> | undefined> = sheet['!data'] ?? []
  for (let at = 0; at < data.length; at += 1) {
    const cells = (data[at] ?? [])
      .slice(0, MOST_SHEET_COLUMNS)
      .map((cell) => readCell(cell, habits))
    if ((data[at] ?? []).length > MOST_SHEET_COLUMNS) refuseFarCells(data[at] ?? [])
    if (addRow(rows, { row: at + 1, cells }) && at >= HIGHEST_ROW) refuseRows(at + 1)
  }
  return rows
}

function readCell(cell: xlsx.CellObject | undefined, { format, is1904 }: Habits): Cell {
  if (!cell) return null
  if (isUncalculated(cell, format)) return { error: 'a formula without a result' }
  if (cell.t === 'z' || cell.v === undefined || cell.v === null) return null
  if (cell.t === 'e') return { error: ERROR_NAMES[Number(cell.v)] ?? '#ERROR!' }
  if (cell.t === 'b') return Boolean(cell.v)
  if (cell.t === 'n') {
    if (!Number.isFinite(cell.v)) return { error: '#NUM!' }
    const { z: shown } = cell
    const isDate = typeof shown === 'string' && xlsx.SSF.is_date(shown)
    return isDate ? readDate(Number(cell.v), is1904) : Number(cell.v)
  }
  if (cell.v instanceof Date) return { date: cell.v.toISOString().slice(0, 19) }
  return shorten(String(cell.v))
}

/**
 * Libraries leave formulas without a result; LibreOffice saves those that make text as 0 in .xls.
 */
function isUncalculated(cell: xlsx.CellObject, format: Habits['format']) {
  if (cell.f === undefined && cell.F === undefined) return false
  return cell.t === 'z' || (format === 'xls' && cell.t === 'n' && cell.v === 0)
}

/** A date is a count of days, from 1900 or, in files that began on an old Macintosh, from 1904. */
function readDate(serial: number, date1904: boolean): Cell {
  // Less than a day is a time of day; the library answers nothing sensible before 1900.
  const parts = serial >= 1 ? xlsx.SSF.parse_date_code(serial, { date1904 }) : null
  if (!parts) return { error: 'not a date' }
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const day = `${String(parts.y).padStart(4, '0')}-${two(parts.m)}-${two(parts.d)}`
  return { date: `${day}T${two(parts.H)}:${two(parts.M)}:${two(parts.S)}` }
}

/** One character more than allowed is enough to see that there are too many. */
function shorten(text: string): Cell {
  if (text.trim() === '') return null
  return text.slice(0, LONGEST_CELL + 1)
}

/** Adds a row that holds something. */
function addRow(rows: SheetRow[], { row, cells }: SheetRow): boolean {
  const last = cells.findLastIndex((cell) => cell !== null && cell !== undefined)
  if (last < 0) return false
  if (last >= MOST_SHEET_COLUMNS) refuseColumns()
  rows.push({ row, cells: Array.from(cells.slice(0, last + 1), (cell) => cell ?? null) })
  return true
}

function refuseFarCells(cells: Array<xlsx.CellObject | undefined>) {
  if (cells.some((cell, column) => column >= MOST_SHEET_COLUMNS && cell?.v !== undefined))
    refuseColumns()
}

function refuseColumns(): never {
  throw new Refusal(`The sheet has more than ${MOST_SHEET_COLUMNS} columns.`)
}

function refuseRows(lastRow: number): never {
  throw new Refusal(
    `The sheet reaches down to row ${lastRow}. At most ${MOST_SHEET_ROWS} deals fit in one sheet: ` +
      'split it, or delete the empty rows below the last deal.',
  )
}
