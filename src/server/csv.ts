import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'

/** Null for what is not known. */
export type CsvCell = string | number | null

/**
 * A table for a spreadsheet program, part by part so that a long one fits into little memory. No
 * text in it is taken for a formula: one that could be is led by an apostrophe.
 */
export async function* csvText(
  columns: string[],
  parts: AsyncIterable<CsvCell[][]> | Iterable<CsvCell[][]>,
): AsyncGenerator<string> {
  // With the mark by which such programs know the encoding.
  yield `\ufeff${linesOf([columns])}`
  for await (const rows of parts) yield linesOf(rows)
}

/** Answers it as a file to keep. `name` is ours, without the ending. */
export function sendCsv(reply: FastifyReply, name: string, text: AsyncIterable<string>) {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .send(Readable.from(text))
}

function linesOf(rows: CsvCell[][]): string {
  // Quoted throughout: it would leave a lone line end in a text as it is.
  return stringify(rows, { quoted: true, escape_formulas: true, record_delimiter: 'windows' })
}
