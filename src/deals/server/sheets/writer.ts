// Entry point of a separate process: reads sheets from standard input, one JSON message per line, and writes
// them to standard output as one .xlsx. Packing ten thousand rows would block the server.
import { createInterface } from 'node:readline'
import * as xlsx from '@e965/xlsx'
import type { Cell, WriterMessage } from './messages.ts'

const book = xlsx.utils.book_new()
let sheet: xlsx.WorkSheet | undefined

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line) as WriterMessage
  if ('sheet' in message) {
    sheet = { '!data': [], '!cols': message.widths.map((wch) => ({ wch })) }
    xlsx.utils.book_append_sheet(book, sheet, message.sheet)
  } else if (sheet) {
    for (const { row, cells } of message.rows) addRow(sheet, row - 1, cells)
  }
}
process.stdout.write(
  // As shared strings, because the library misreads the inline strings that it writes.
  xlsx.write(book, { type: 'buffer', bookType: 'xlsx', compression: true, bookSST: true }),
)

function addRow(to: xlsx.WorkSheet, at: number, cells: Cell[]) {
  const data = to['!data'] ?? []
  // The library cannot iterate over missing rows.
  for (let empty = data.length; empty < at; empty += 1) data[empty] = []
  data[at] = cells.map(cellOf).map((cell) => cell as xlsx.CellObject)
  const known = to['!ref'] ? xlsx.utils.decode_range(to['!ref']).e : { r: 0, c: 0 }
  const last = { r: Math.max(known.r, at), c: Math.max(known.c, cells.length - 1) }
  to['!ref'] = xlsx.utils.encode_range({ s: { r: 0, c: 0 }, e: last })
}

/** Writes text as text, whatever it begins with, so nothing is ever a formula. */
function cellOf(cell: Cell): xlsx.CellObject | undefined {
  if (cell === null) return
  if (typeof cell === 'string') return { t: 's', v: literally(cell) }
  if (typeof cell === 'number') return { t: 'n', v: cell }
  if (typeof cell === 'boolean') return { t: 'b', v: cell }
  if ('error' in cell) return { t: 's', v: cell.error }
  const hasTime = !cell.date.endsWith('T00:00:00')
  return { t: 'n', v: serialOf(cell.date), z: hasTime ? 'yyyy-mm-dd hh:mm:ss' : 'yyyy-mm-dd' }
}

/** In .xlsx `_x0041_` is an escaped A, so a literal `_x0041_` must be escaped. */
function literally(text: string): string {
  return text.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
}

/** Days since the end of 1899 as spreadsheets count them, with a 29 February 1900 that never existed. */
function serialOf(date: string): number {
  const days = (Date.parse(`${date}Z`) - Date.UTC(1899, 11, 30)) / 86_400_000
  return days < 61 ? days - 1 : days
}
