import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { readSheet } from '#app/deals/server/sheet.ts'
import { SheetMessage } from '#app/deals/server/sheet-messages.ts'
import { readSheetBytes, refusalReason } from '#app/deals/server/sheet-reading.ts'
import {
  makeZip,
  readFixture,
  sheetXml,
  textCell,
  workbookParts,
} from '#test/sheets/make-sheets.ts'
import { changes, mutate } from './mutations.ts'

// Two thousand in all. A look at the zip refuses most; the others reach the parser. Some go the whole
// way, through a process for each, and the rest the last part of it only: the process takes fifty
// times as long as the parsing. `hostile-sheets.test.ts` shows what it is there for.
const REFUSED_AT_SIGHT = 1520
const PARSED_XLSX = 160
const PARSED_XLS = 200
const PARSED_CSV = 120
const WHOLE_WAY = 10

const headings = ['Brand', 'Product', 'Was', 'Now', 'Link']
const row = (at: number, texts: string[]) =>
  `<row r="${at}">${texts.map((text, index) => textCell(`${'ABCDE'[index]}${at}`, text)).join('')}</row>`
const parts = workbookParts(
  sheetXml(row(1, headings) + row(2, ['Solvane', 'Coat', '1290', '645', 'https://shop.example/1'])),
)

const FILES: Array<[string, number, (mutation: Parameters<typeof mutate>[1]) => Buffer]> = [
  ['deals.xlsx', REFUSED_AT_SIGHT, (mutation) => mutate(readFixture('deals.xlsx'), mutation)],
  // Inside a zip that is in order, or its checksums would be all that is ever tested.
  [
    'inside.xlsx',
    PARSED_XLSX,
    (mutation) =>
      makeZip(
        parts.map((part) => ({ ...part, content: mutate(Buffer.from(part.content), mutation) })),
      ),
  ],
  ['deals.xls', PARSED_XLS, (mutation) => mutate(readFixture('deals.xls'), mutation)],
  [
    'deals.csv',
    PARSED_CSV,
    (mutation) => mutate(readFixture('semicolon-windows-1252.csv'), mutation),
  ],
]

const isWholeWay = (fileName: string) => fileName === 'deals.xlsx'

/** What the product does with it, but for the process in which it does. */
async function parse(fileName: string, bytes: Buffer) {
  const format = fileName.split('.').at(-1) as 'csv' | 'xlsx' | 'xls'
  try {
    const { rows, notes } = await readSheetBytes(format, bytes)
    SheetMessage.parse({ rowCount: rows.length, notes })
    SheetMessage.parse({ rows })
    return { isRead: true }
  } catch (error) {
    expect(refusalReason(error)).toMatch(/^[A-Z].+\.$/s)
    return { isRead: false }
  }
}

/** Through all of it, as the product calls it. */
async function read(fileName: string, bytes: Buffer) {
  const outcome = await readSheet(fileName, bytes).catch((error: Error) => error)
  if (!(outcome instanceof Error)) return { isRead: Array.isArray(outcome.rows) }
  expect(outcome).toMatchObject({
    code: 'bad-sheet',
    status: 422,
    message: expect.stringMatching(/^[A-Z].+\.$/s),
  })
  return { isRead: false }
}

test.each(FILES)(
  'damaged copies of %s, %i of them, are each read or refused in words',
  { timeout: 300_000 },
  async (fileName, count, make) => {
    // The workbook library complains aloud of each record it does not know.
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const outcomes = { read: 0, refused: 0 }
    let number = 0
    await fc.assert(
      fc.asyncProperty(changes, async (mutation) => {
        number += 1
        const way = isWholeWay(fileName) || number <= WHOLE_WAY ? read : parse
        const { isRead } = await way(fileName, make(mutation))
        outcomes[isRead ? 'read' : 'refused'] += 1
      }),
      // A failure names its seed and path. Making it smaller would take a process for each step.
      { numRuns: count, endOnFailure: true },
    )
    expect(outcomes.read + outcomes.refused).toBe(count)
    expect(outcomes.refused).toBeGreaterThan(0)
  },
)
