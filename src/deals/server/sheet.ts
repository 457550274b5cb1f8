import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { realpathSync } from 'node:fs'
import path from 'node:path'
import { unavailable } from '#app/server/problem.ts'
import { checkFormat, type SheetFormat } from './sheet-format.ts'
import { SheetMessage, type SheetRow } from './sheet-messages.ts'
import { badSheet } from './sheet-problem.ts'

/** The rows of a sheet that hold anything, headings included, in order. */
type Sheet = { rows: SheetRow[]; notes: string[] }

const PARSER = path.join(import.meta.dirname, 'sheet-parser.ts')
const LIBRARIES = path.resolve(import.meta.dirname, '../../../node_modules')
/** Its own source and its library, which may only be linked: all that the parser may read. */
const READABLE = [
  path.join(import.meta.dirname, path.sep),
  LIBRARIES,
  path.join(realpathSync(path.join(LIBRARIES, '@e965/xlsx')), path.sep),
]
const MAX_HEAP_MB = 256
const TIME_LIMIT_MS = 10_000
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024
/** A row of the largest cells, and room for what JSON makes of them. */
const MAX_LINE_BYTES = 2 * 1024 * 1024
const MAX_WAITING = 4

let waiting = 0
let lastInLine: Promise<unknown> = Promise.resolve()

/**
 * Reads the first visible sheet of an .xlsx, .xls or .csv. Whatever the file does to its parser
 * happens in a process that is killed after 10 s. Throws a Problem 422 `bad-sheet` with the reason
 * when it cannot be read, and 503 when too many sheets are waiting their turn.
 */
export async function readSheet(
  fileName: string,
  bytes: Buffer,
  onRows: (done: number, total: number) => void = () => {},
): Promise<Sheet> {
  if (waiting >= MAX_WAITING) throw unavailable('Other sheets are being read just now.', 10)
  waiting += 1
  // One at a time: a parser may take a whole core and a quarter of a gigabyte.
  const turn = lastInLine.then(async () => parse(await checkFormat(fileName, bytes), bytes, onRows))
  lastInLine = turn.catch(() => {})
  try {
    return await turn
  } finally {
    waiting -= 1
  }
}

async function parse(
  format: SheetFormat,
  bytes: Buffer,
  onRows: (done: number, total: number) => void,
): Promise<Sheet> {
  const parser = spawn(
    process.execPath,
    [
      `--max-old-space-size=${MAX_HEAP_MB}`,
      // Reading its own program is all that the process may do with this machine.
      '--permission',
      ...READABLE.map((folder) => `--allow-fs-read=${folder}`),
      PARSER,
      format,
    ],
    // Nothing of our environment: no secret is where a hostile file is parsed.
    { env: { TZ: 'UTC' }, stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true },
  )
  const ended = once(parser, 'close')
  let isOutOfTime = false
  const timer = setTimeout(() => {
    isOutOfTime = true
    parser.kill('SIGKILL')
  }, TIME_LIMIT_MS)
  // It may die before it has read everything; how it ended says more than a broken pipe.
  parser.stdin.on('error', () => {})
  parser.stdin.end(bytes)

  try {
    const sheet = await collect(parser.stdout, onRows)
    if (sheet) return sheet
    if (isOutOfTime)
      throw badSheet('The file takes too long to read. Copy the deals into a new one.')
    throw badSheet('The file could not be read: it is damaged or needs too much memory.')
  } finally {
    clearTimeout(timer)
    parser.kill('SIGKILL')
    await ended.catch(() => {})
  }
}

/** Undefined when the output stopped before its end. */
async function collect(
  output: AsyncIterable<Buffer>,
  onRows: (done: number, total: number) => void,
): Promise<Sheet | undefined> {
  const sheet: Sheet = { rows: [], notes: [] }
  let rowCount = 0
  for await (const line of readLines(output)) {
    const message = readMessage(line)
    if (!message) return undefined
    if ('refused' in message) throw badSheet(message.refused)
    if ('isComplete' in message) return sheet
    if ('rowCount' in message) {
      rowCount = message.rowCount
      sheet.notes = message.notes
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
