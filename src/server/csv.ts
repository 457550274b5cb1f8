import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'

/** Null for an unknown value. */
export type CsvCell = string | number | null

/**
 * A CSV table for spreadsheet programs, streamed so that long ones need little memory. Text that could be taken for a
 * formula is prefixed with an apostrophe.
 */
export async function* csvText(
  columns: string[],
  parts: AsyncIterable<CsvCell[][]> | Iterable<CsvCell[][]>,
): AsyncGenerator<string> {
  // The byte order mark tells spreadsheet programs the encoding.
  yield `\ufeff${linesOf([columns])}`
  for await (const rows of parts) yield linesOf(rows)
}

/** Sends the table as a download. `name` is ours, without the extension. */
export function sendCsv(reply: FastifyReply, name: string, text: AsyncIterable<string>) {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .send(Readable.from(text))
}

function linesOf(rows: CsvCell[][]): string {
  // Quote everything: the library does not quote a field with a lone line break.
  return stringify(rows, { quoted: true, escape_formulas: true, record_delimiter: 'windows' })
}
