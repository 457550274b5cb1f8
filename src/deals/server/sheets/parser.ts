// Entry point of a separate process: reads the bytes of a sheet from standard input and writes its rows to
// standard output, one JSON message per line. The process may be killed at any moment, because a crafted file
// can keep any spreadsheet parser busy forever.
import type { SheetMessage, SheetRow } from './messages.ts'
import { readSheetBytes, refusalReason } from './reading.ts'

/** Small enough not to block the event loop of the receiver. */
const MESSAGE_CHARACTERS = 32 * 1024

const format = process.argv[2] as 'csv' | 'xlsx' | 'xls'
const wanted = process.argv[3] || undefined
try {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  const { rows, ...about } = await readSheetBytes(format, Buffer.concat(chunks), wanted)
  send({ rowCount: rows.length, ...about })
  for (const some of inMessages(rows)) send({ rows: some })
  send({ isComplete: true })
} catch (error) {
  send({ refused: refusalReason(error) })
}

function send(message: SheetMessage) {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}

function* inMessages(rows: SheetRow[]): Generator<SheetRow[]> {
  let some: SheetRow[] = []
  let characters = 0
  for (const row of rows) {
    some.push(row)
    for (const cell of row.cells) characters += typeof cell === 'string' ? cell.length : 8
    for (const link of Object.values(row.links ?? {})) characters += link.length
    if (characters < MESSAGE_CHARACTERS) continue
    yield some
    some = []
    characters = 0
  }
  yield some
}
