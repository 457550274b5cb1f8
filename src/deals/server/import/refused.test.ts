import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeCsv, makeWorkbook, type Value } from '#test/sheets/make-sheets.ts'
import { coat, HEADINGS, useImports } from '#test/sheets/use-imports.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { importDeals } from './import.ts'

const app = useTestApp()
const { importRows } = useImports(app)

describe('nothing is written', () => {
  async function expectNothingWritten() {
    for (const table of ['deals', 'imports', 'retailers', 'brands'] as const) {
      expect(await app.db.selectFrom(table).selectAll().execute(), table).toEqual([])
    }
  }

  test('by a dry run, which answers the same report', async () => {
    const rows = [HEADINGS, coat(1), coat(2), coat(1)]
    const dry = await importRows(rows, { isDryRun: true })
    await expectNothingWritten()
    const real = await importRows(rows)
    expect(dry).toEqual({ ...real, isDryRun: true, isCommitted: false, importId: null })
    expect(real.createdCount).toBe(2)
  })

  test('while any row is bad, and every problem of every row is told at once', async () => {
    const report = await importRows([
      ['brand', 'Title', 'MSRP', 'now', 'Buy URL', 'Publish', 'Carousel', 'Publish Date', 'Photo'],
      ['Solvane', 'Coat', 100, 90, 'https://shop.example/1', 'yes', 1, '2026-11-01', ''],
      [
        '',
        'Coat',
        'cheap',
        90,
        'javascript:alert(1)',
        'maybe',
        9,
        'soon',
        'https://shop.example/a.jpg',
      ],
      ['Solvane', '', 100, 100.01, '', 'yes', '', '2026-12-24', ''],
    ])
    expect(report).toMatchObject({ isCommitted: false, rowCount: 3, createdCount: 0 })
    const told = report.problems.map(({ row, column, value }) => [row, column, value])
    expect(told).toHaveLength(11)
    expect(told).toEqual(
      expect.arrayContaining([
        [3, 'brand', ''],
        [3, 'MSRP', 'cheap'],
        [3, 'Buy URL', 'javascript:alert(1)'],
        [3, 'Publish', 'maybe'],
        [3, 'Carousel', '9'],
        [3, 'Publish Date', 'soon'],
        [3, 'Photo', 'https://shop.example/a.jpg'],
        [4, 'Title', ''],
        [4, 'now', '100.01'],
        [4, 'Buy URL', ''],
        [4, 'Publish Date', '2026-12-24'],
      ]),
    )
    await expectNothingWritten()
  })

  test('of what is to go out in a currency without a rate, which a draft may have', async () => {
    const [headings, row] = [
      [...HEADINGS, 'Currency', 'Published'],
      [...coat(1), 'EUR'],
    ]
    const refused = await importRows([headings, [...row, 'yes']])
    expect(refused).toMatchObject({
      isCommitted: false,
      problems: [
        {
          ...{ row: 2, column: 'Currency' },
          reason: 'has no rate that counts today: upload one under Rates, or import it as a draft',
        },
      ],
    })
    expect(await app.db.selectFrom('deals').select('id').execute()).toEqual([])
    expect(await importRows([headings, [...row, 'no']])).toMatchObject({ createdCount: 1 })
    await app.db.deleteFrom('deals').execute()
  })

  test('without the columns a deal needs, and the other columns are checked all the same', async () => {
    const { problems } = await importRows([
      ['Brand', 'Now'],
      ['Solvane', 'cheap'],
    ])
    expect(problems.map(({ row, column }) => [row, column])).toEqual([
      [1, 'Product Name'],
      [1, 'Buy URL'],
      [2, 'Now'],
    ])
    await expectNothingWritten()
  })

  test('when it is interrupted half way', async () => {
    const rows = Array.from({ length: 200 }, (_, index) => coat(index))
    const interrupted = importRows([HEADINGS, ...rows], {
      onProgress: ({ stage, done }) => {
        if (stage === 'writing' && done > 50) throw new Error('The power went out.')
      },
    })
    await expect(interrupted).rejects.toThrow('The power went out.')
    await expectNothingWritten()
  })

  test('by any sheet that has a bad row, wherever it stands', async () => {
    const bad = fc.constantFrom<Array<[number, Value]>>(
      [0, ''],
      [0, '?!'],
      [1, ' '],
      [2, '1.290'],
      [3, -1],
      [3, 1300],
      [4, ''],
      [4, 'https://localhost/'],
      [4, 'https://a:b@shop.example/'],
    )
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 30 }),
        fc.nat(),
        bad,
        fc.boolean(),
        async (count, place, [column, value], isWorkbook) => {
          const rows = Array.from({ length: count + 1 }, (_, index) => coat(index))
          const row = place % rows.length
          rows[row] = rows[row]?.with(column, value) ?? []
          const bytes = (isWorkbook ? makeWorkbook : makeCsv)([HEADINGS, ...rows])
          const fileName = isWorkbook ? 'a.xlsx' : 'a.csv'
          const report = await importDeals(app.ctx, { fileName, bytes, isDryRun: false })
          expect(report.problems.map((problem) => problem.row)).toEqual([row + 2])
          await expectNothingWritten()
        },
      ),
      { numRuns: 25 },
    )
  })
})
