import * as xlsx from '@e965/xlsx'
import { MOST_SHEET_COLUMNS } from '#app/deals/deals.facts.ts'
import type { Cell, SheetRow } from './messages.ts'
import {
  addRow,
  HIGHEST_ROW,
  type ReadSheet,
  Refusal,
  refuseColumns,
  refuseRows,
  shorten,
} from './rows.ts'

/** The sheet of our template that holds explanations instead of deals. */
const EXPLANATIONS = 'How to'

/** Error codes of the workbook library. */
const ERROR_NAMES: Record<number, string> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
}

/** Sheets that are searched for a table. */
const MOST_LOOKED_AT = 12

/** Reads the wanted sheet of a workbook, or the first that looks like a table. */
export async function readWorkbook(
  format: 'xlsx' | 'xls',
  bytes: Buffer,
  wanted: string | undefined,
): Promise<ReadSheet> {
  // Workbooks of the nineties use code pages for their text.
  if (format === 'xls') xlsx.set_cptable(await import('@e965/xlsx/dist/cpexcel'))
  const first = openWorkbook(bytes, 0)
  const hidden = (first.Workbook?.Sheets ?? []).map((sheet) => Boolean(sheet.Hidden))
  const visible = first.SheetNames.flatMap((name, at) => (hidden[at] ? [] : [{ name, at }]))
  const all = visible.length > 0 ? visible : [{ name: first.SheetNames[0] ?? '', at: 0 }]
  const sheetAt = (at: number) => {
    const book = at === 0 ? first : openWorkbook(bytes, at)
    return book.Sheets[book.SheetNames[at] ?? '']
  }
  const chosen =
    wanted === undefined ? firstTable(all, sheetAt) : all.find(({ name }) => name === wanted)
  if (!chosen) throw new Refusal(`The file has no sheet "${wanted}" that can be seen.`)
  const sheet = sheetAt(chosen.at)
  if (!sheet) throw new Refusal('The file has no sheet.')
  const names = all.map(({ name }) => name).filter((name) => name !== EXPLANATIONS)
  const others = first.SheetNames.filter(
    (name) => ![chosen.name, EXPLANATIONS].includes(name),
  ).length
  const notes =
    others > 0 ? [`Only the sheet "${chosen.name}" was read, of ${others + 1} in the file.`] : []
  const habits = { format, is1904: first.Workbook?.WBProps?.date1904 === true }
  return { rows: readRows(sheet, habits), notes, names, name: chosen.name }
}

type Place = { name: string; at: number }

/** The first sheet that looks like a table rather than a cover; otherwise the first. */
function firstTable(all: Place[], sheetAt: (at: number) => xlsx.WorkSheet | undefined) {
  const [only, ...more] = all
  if (more.length === 0) return only
  const candidates = all.filter(({ name }) => name !== EXPLANATIONS).slice(0, MOST_LOOKED_AT)
  return candidates.find(({ at }) => isTable(sheetAt(at))) ?? candidates[0] ?? only
}

const FEWEST_CELLS = 3
const FEWEST_ROWS = 2

function isTable(sheet: xlsx.WorkSheet | undefined): boolean {
  const data: Array<Array<xlsx.CellObject | undefined> | undefined> = sheet?.['!data'] ?? []
  let rows = 0
  for (const cells of data) {
    const filled = (cells ?? []).filter((cell) => cell?.v !== undefined && cell.v !== '').length
    if (filled >= FEWEST_CELLS) rows += 1
    if (rows >= FEWEST_ROWS) return true
  }
  return false
}

function openWorkbook(bytes: Buffer, sheets: number) {
  return xlsx.read(bytes, {
    type: 'buffer',
    dense: true,
    sheets,
    // The library iterates over the range that the file claims, up to a billion cells.
    sheetRows: HIGHEST_ROW + 1,
    cellNF: true,
    cellText: false,
    cellHTML: false,
    // Needed to tell a formula that was never calculated from an empty cell.
    cellFormula: true,
    sheetStubs: true,
    // Needed to know which rows are hidden.
    cellStyles: true,
  })
}

/** How numbers in the cells are encoded. */
type Habits = { format: 'xlsx' | 'xls'; is1904: boolean }

function readRows(sheet: xlsx.WorkSheet, habits: Habits): SheetRow[] {
  const claimed = sheet['!fullref']
  if (claimed) {
    const lastRow = xlsx.utils.decode_range(claimed).e.r + 1
    if (lastRow > HIGHEST_ROW) refuseRows(lastRow)
  }
  const rows: SheetRow[] = []
  // With `dense`, cells are sparse arrays by row.
  const data: Array<Array<xlsx.CellObject | undefined> | undefined> = sheet['!data'] ?? []
  for (let at = 0; at < data.length; at += 1) {
    const found = (data[at] ?? []).slice(0, MOST_SHEET_COLUMNS)
    const cells = found.map((cell) => readCell(cell, habits))
    if ((data[at] ?? []).length > MOST_SHEET_COLUMNS) refuseFarCells(data[at] ?? [])
    const links = linksOf(found)
    const row = {
      row: at + 1,
      cells,
      ...(sheet['!rows']?.[at]?.hidden && { isHidden: true as const }),
      ...(links && { links }),
    }
    if (addRow(rows, row) && at >= HIGHEST_ROW) refuseRows(at + 1)
  }
  fillMerged(rows, sheet['!merges'] ?? [])
  return rows
}

const LONGEST_LINK = 2049
const LINK_FORMULA = /^HYPERLINK\("((?:[^"]|"")*)"/i

/** Hyperlinks of cells, by column index. */
function linksOf(cells: Array<xlsx.CellObject | undefined>): Record<string, string> | undefined {
  const links: Record<string, string> = {}
  for (const [index, cell] of cells.entries()) {
    const link = cell?.l?.Target ?? LINK_FORMULA.exec(cell?.f ?? '')?.[1]?.replaceAll('""', '"')
    if (link && /^https?:/i.test(link)) links[index] = link.slice(0, LONGEST_LINK)
  }
  return Object.keys(links).length > 0 ? links : undefined
}

/** Copies the value of a merged range to its cells, in every row that has other cells of its own. */
function fillMerged(rows: SheetRow[], merges: xlsx.Range[]): void {
  const byRow = new Map(rows.map((row) => [row.row, row]))
  let room = HIGHEST_ROW * MOST_SHEET_COLUMNS
  for (const { s: start, e: end } of merges) {
    const value = byRow.get(start.r + 1)?.cells[start.c] ?? null
    if (value === null) continue
    const last = Math.min(end.c, MOST_SHEET_COLUMNS - 1)
    for (let at = start.r; at <= Math.min(end.r, HIGHEST_ROW); at += 1) {
      room -= 1 + last - start.c
      if (room < 0)
        throw new Refusal('The sheet has too many merged cells: unmerge them and send it again.')
      const row = byRow.get(at + 1)
      if (!row) continue
      const { cells } = row
      // A row with only the merged cell is a title.
      const isBeside = cells.some(
        (cell, index) => cell !== null && (index < start.c || index > end.c),
      )
      for (let index = start.c; index <= (isBeside ? last : start.c); index += 1) {
        if ((cells[index] ?? null) !== null) continue
        while (cells.length < index) cells.push(null)
        cells[index] = value
        if (index > start.c) row.spread = [...(row.spread ?? []), index]
      }
    }
  }
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

/** Whether a formula has no result. Libraries write none; LibreOffice saves text results as 0 in .xls. */
function isUncalculated(cell: xlsx.CellObject, format: Habits['format']) {
  if (cell.f === undefined && cell.F === undefined) return false
  return cell.t === 'z' || (format === 'xls' && cell.t === 'n' && cell.v === 0)
}

/** A date is a number of days, since 1900 or, in files from old Macintosh versions, since 1904. */
function readDate(serial: number, date1904: boolean): Cell {
  // Below 1 it is a time of day; the library returns nonsense before 1900.
  const parts = serial >= 1 ? xlsx.SSF.parse_date_code(serial, { date1904 }) : null
  if (!parts) return { error: 'not a date' }
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const day = `${String(parts.y).padStart(4, '0')}-${two(parts.m)}-${two(parts.d)}`
  return { date: `${day}T${two(parts.H)}:${two(parts.M)}:${two(parts.S)}` }
}

function refuseFarCells(cells: Array<xlsx.CellObject | undefined>) {
  if (cells.some((cell, column) => column >= MOST_SHEET_COLUMNS && cell?.v !== undefined))
    refuseColumns()
}
