import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSheet } from '#app/deals/server/sheet.ts'
import {
  makeZip,
  readFixture,
  sheetXml,
  textCell,
  workbookParts,
} from '#test/sheets/make-sheets.ts'
import { changes, mutate } from './mutations.ts'

// Two thousand in all. Those that a look at the zip refuses cost a millisecond; each of the others
// is parsed in a process of its own, as in the product: some of them take all the memory they get.
const REFUSED_AT_SIGHT = 1940
const PARSED_XLSX = 18
const PARSED_XLS = 27
const PARSED_CSV = 15

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

test.each(FILES)(
  'damaged copies of %s, %i of them, are each read or refused in words',
  { timeout: 300_000 },
  async (fileName, count, make) => {
    const outcomes = { read: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(changes, async (mutation) => {
        const outcome = await readSheet(fileName, make(mutation)).catch((error: Error) => error)
        if (outcome instanceof Error) {
          outcomes.refused += 1
          expect(outcome).toMatchObject({
            code: 'bad-sheet',
            status: 422,
            message: expect.stringMatching(/^[A-Z].+\.$/s),
          })
        } else {
          outcomes.read += 1
          expect(outcome.rows).toBeInstanceOf(Array)
        }
      }),
      // A failure names its seed and path. Making it smaller would take a process for each step.
      { numRuns: count, endOnFailure: true },
    )
    expect(outcomes.read + outcomes.refused).toBe(count)
    if (fileName === 'deals.xlsx') expect(outcomes.refused).toBeGreaterThan(0)
  },
)
