import { checkFormat } from './format.ts'
import { SheetMessage, type SheetRow } from './messages.ts'
import { badSheet } from './problem.ts'
import { oneAtATime, runSheetProgram } from './process.ts'

/** The non-empty rows of a sheet in order, including headings. */
export type Sheet = {
  rows: SheetRow[]
  notes: string[]
  /** Names of the visible sheets in the file, and of the one that was read; a .csv has none. */
  names: string[]
  name: string | null
}

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024
/** A row with the largest cells, and room for JSON escapes. */
const MAX_LINE_BYTES = 2 * 1024 * 1024

/**
 * Reads a .csv, or a sheet of an .xlsx or .xls: the wanted one, otherwise the first visible one with a table.
 * Parses in a process that is killed after 10 s of work, because the file may be hostile. Throws a Problem 422
 * `bad-sheet` with a reason when it cannot be read, and 503 when too many sheets are waiting.
 */
export async function readSheet(
  fileName: string,
  bytes: Buffer,
  onRows: (done: number, total: number) => void = () => {},
  wanted = '',
): Promise<Sheet> {
  return oneAtATime(async () => {
    const { format, checked } = await checkFormat(fileName, bytes)
    const { result, isOutOfTime, isTooLarge } = await runSheetProgram(
      'parser.ts',
      [format, wanted],
      [checked],
      (output) => collect(output, onRows),
    )
    if (result) return result
    if (isOutOfTime)
      throw badSheet('The file takes too long to read. Copy the deals into a new one.')
    throw badSheet(
      isTooLarge
        ? 'The file takes too much memory to read. Copy the deals into a new one.'
        : 'The file could not be read: it is damaged or needs too much memory.',
    )
  })
}

/** Undefined when the output ended early. */
async function collect(
  output: AsyncIterable<Buffer>,
  onRows: (done: number, total: number) => void,
): Promise<Sheet | undefined> {
  const sheet: Sheet = { rows: [], notes: [], names: [], name: null }
  let rowCount = 0
  for await (const line of readLines(output)) {
    const message = readMessage(line)
    if (!message) return undefined
    if ('refused' in message) throw badSheet(message.refused)
    if ('isComplete' in message) return sheet
    if ('rowCount' in message) {
      const { rowCount: all, ...about } = message
      rowCount = all
      Object.assign(sheet, about)
    } else {
      for (const row of message.rows) sheet.rows.push(row)
      onRows(sheet.rows.length, rowCount)
    }
  }
  return undefined
}

function readMessage(line: string): SheetMessage | undefined {
  try {
    return SheetMessage.parse(JSON.parse(line))
  } catch {
    return undefined
  }
}

async function* readLines(output: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let pieces: Buffer[] = []
  let byteCount = 0
  let lineStartedAt = 0
  for await (const chunk of output) {
    byteCount += chunk.length
    if (byteCount > MAX_OUTPUT_BYTES || byteCount - lineStartedAt > MAX_LINE_BYTES) {
      throw badSheet('The sheet holds too much text.')
    }
    let from = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      pieces.push(chunk.subarray(from, end))
      yield Buffer.concat(pieces).toString('utf8')
      pieces = []
      from = end + 1
      lineStartedAt = byteCount - chunk.length + from
    }
    pieces.push(chunk.subarray(from))
  }
}
