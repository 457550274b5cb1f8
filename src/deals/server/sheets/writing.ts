import { buffer } from 'node:stream/consumers'
import { unavailable } from '#app/server/problem.ts'
import type { SheetRow, WriterMessage } from './messages.ts'
import { oneAtATime, runSheetProgram } from './process.ts'

export type WrittenSheet = {
  name: string
  /** Column widths, in characters. */
  widths: number[]
  rows: SheetRow[]
}

/** With the largest rows a message is a few megabytes. */
const ROWS_PER_MESSAGE = 20

/** Writes the sheets as one .xlsx. Throws 503 when too many sheets are waiting. */
export async function writeSheets(sheets: WrittenSheet[]): Promise<Buffer> {
  const { result } = await oneAtATime(() =>
    runSheetProgram('writer.ts', [], linesOf(sheets), (output) => buffer(output)),
  )
  if (result && result.length > 0) return result
  throw unavailable('The sheet could not be written just now. Please try again.', 5)
}

function* linesOf(sheets: WrittenSheet[]): Generator<string> {
  for (const { name, widths, rows } of sheets) {
    yield line({ sheet: name, widths })
    for (let at = 0; at < rows.length; at += ROWS_PER_MESSAGE) {
      yield line({ rows: rows.slice(at, at + ROWS_PER_MESSAGE) })
    }
  }
}

function line(message: WriterMessage): string {
  return `${JSON.stringify(message)}\n`
}
