import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkFormat } from '#app/deals/server/sheets/format.ts'
import { readSheet } from '#app/deals/server/sheets/sheet.ts'
import {
  makeZip,
  readFixture,
  sheetXml,
  textCell,
  workbookParts,
} from '#test/sheets/make-sheets.ts'
import { tellSeedOnFailure } from '#test/support/chance.ts'
import { readDamaged } from './damaged-sheets.ts'
import { changes, mutate } from './mutations.ts'

/** Mutated copies of each file. */
const COPIES = 1000
/** How many of them go through the product itself, which takes a process and up to ten seconds for each. */
const THROUGH_THE_DOOR = 2

const headings = ['Brand', 'Product', 'Was', 'Now', 'Link']
const row = (at: number, texts: string[]) =>
  `<row r="${at}">${texts.map((text, index) => textCell(`${'ABCDE'[index]}${at}`, text)).join('')}</row>`
const parts = workbookParts(
  sheetXml(row(1, headings) + row(2, ['Solvane', 'Coat', '1290', '645', 'https://shop.example/1'])),
)

type Mutation = Parameters<typeof mutate>[1]

const FILES: Array<[string, (mutation: Mutation) => Buffer]> = [
  ['deals.xlsx', (mutation) => mutate(readFixture('deals.xlsx'), mutation)],
  // Mutated inside a valid zip; otherwise only its checksums would ever be tested.
  [
    'inside.xlsx',
    (mutation) =>
      makeZip(
        parts.map((part) => ({ ...part, content: mutate(Buffer.from(part.content), mutation) })),
      ),
  ],
  ['deals.xls', (mutation) => mutate(readFixture('deals.xls'), mutation)],
  ['deals.csv', (mutation) => mutate(readFixture('semicolon-windows-1252.csv'), mutation)],
]

const REFUSAL = {
  code: 'bad-sheet',
  status: 422,
  message: expect.stringMatching(/^[A-Z].+\.$/s),
}

test.each(FILES)(
  `${COPIES} damaged copies of %s are each read or refused in words`,
  async (fileName, make) => {
    tellSeedOnFailure()
    const sheets: Array<{ format: string; bytes: Buffer }> = []
    for (const mutation of fc.sample(changes, COPIES)) {
      const bytes = make(mutation)
      const found = await checkFormat(fileName, bytes).catch((error: Error) => error)
      if (found instanceof Error) expect(found).toMatchObject(REFUSAL)
      else sheets.push({ format: found.format, bytes: found.checked })
    }
    const outcomes = await readDamaged(sheets)
    expect(outcomes).toHaveLength(sheets.length)
    expect(outcomes).toContain('read')
    for (const outcome of outcomes) {
      expect(outcome).toMatch(/^(read|died|[A-Z].+\.)$/)
    }
    const died = sheets.filter((_, at) => outcomes[at] === 'died').slice(0, 1)
    // Sheets that kill their process come first, because the product has to survive them.
    for (const { bytes } of [...died, ...sheets].slice(0, THROUGH_THE_DOOR)) {
      const sheet = await readSheet(fileName, bytes).catch((error: Error) => error)
      if (sheet instanceof Error) expect(sheet).toMatchObject(REFUSAL)
      else expect(sheet.rows).toBeInstanceOf(Array)
    }
  },
)
