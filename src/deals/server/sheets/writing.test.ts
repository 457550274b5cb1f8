import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Cell, SheetRow } from './messages.ts'
import { readSheet } from './sheet.ts'
import { writeSheets } from './writing.ts'

const write = (rows: SheetRow[]) => writeSheets([{ name: 'Deals', widths: [10], rows }])
const rewrite = async (rows: SheetRow[]) => (await readSheet('a.xlsx', await write(rows))).rows

describe('a sheet that we write', () => {
  test('reads as what it was, whatever its cells hold', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom('=1+1', '+1', '-1', '@a', "'=a", '\tx', '_x0041_', '<b>&amp;', '12', 'TRUE'),
    )
    const date = fc
      .date({ min: new Date('1901-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
      .map((at) => ({ date: `${at.toISOString().slice(0, 19)}` }))
    const cell: fc.Arbitrary<Cell> = fc.oneof(
      text.filter(isKept),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
      fc.boolean(),
      date,
      fc.constant(null),
    )
    const rows = fc
      .array(fc.array(cell, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 40 })
      .map((all) => all.map((cells, index) => ({ row: 2 * index + 1, cells: [...cells, 'end'] })))
    await fc.assert(
      fc.asyncProperty(rows, async (rows) => {
        expect(await rewrite(rows)).toEqual(rows)
      }),
      { numRuns: 12 },
    )
  })

  test('holds no formula, whatever its text looks like', async () => {
    const bytes = await write([
      { row: 1, cells: ['=cmd|calc', '=HYPERLINK("http://evil.example")'] },
    ])
    const { read } = await import('@e965/xlsx')
    const sheet = read(bytes, { cellFormula: true }).Sheets.Deals ?? {}
    expect([sheet.A1, sheet.B1]).toMatchObject([{ t: 's', v: '=cmd|calc' }, { t: 's' }])
    expect([sheet.A1?.f, sheet.B1?.f]).toEqual([undefined, undefined])
  })
})

/** Blank cells are read as empty, and XML normalizes line ends. */
function isKept(text: string): boolean {
  return text.trim() !== '' && !text.includes('\r')
}
