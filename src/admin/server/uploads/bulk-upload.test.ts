import { describe, expect, test } from 'vitest'
import { useBulkUpload } from '#test/sheets/bulk-upload.ts'
import { makeWorkbook } from '#test/sheets/make-sheets.ts'
import { coat, HEADINGS, NOW } from '#test/sheets/use-imports.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()
const { upload, uploadInLines, history, audit, post, formOf } = useBulkUpload(app)

const allDeals = () => app.db.selectFrom('deals').selectAll().orderBy('feedPosition').execute()
const published = [...HEADINGS, 'Published']

describe('a sheet that is uploaded', () => {
  test('becomes deals, with true counts in the answer, the history and the audit', async () => {
    await upload({ sheet: [HEADINGS, coat(1)] })
    const later = new Date(NOW.getTime() + 60_000)
    app.setNow(later)
    const sheet = [published, [...coat(1), ''], [...coat(2), 'yes'], [...coat(3), 'no']]
    const report = await upload({ fileName: 'Monday.csv', sheet })
    expect(report).toMatchObject({
      isDryRun: false,
      isCommitted: true,
      importId: expect.any(String),
      fileName: 'Monday.csv',
      rowCount: 3,
      createdCount: 2,
      publishedCount: 1,
      problems: [],
      duplicates: [{ row: 2, sameAs: { brandName: 'Solvane', productName: 'Coat 1' } }],
      rows: [
        { row: 2, state: 'duplicate' },
        {
          row: 3,
          state: 'new',
          brandName: 'Solvane',
          productName: 'Coat 2',
          originalPrice: 1290,
          salePrice: 645,
          domain: 'shop.example',
          retailer: { name: 'shop.example', isKnown: true },
          picture: null,
        },
        { row: 4, state: 'new' },
      ],
    })
    const deals = await allDeals()
    expect(deals.map(({ importId }) => importId === report.importId)).toEqual([false, true, true])
    expect((await history())[0]).toEqual({
      id: report.importId,
      fileName: 'Monday.csv',
      createdAt: later.toISOString(),
      actorName: 'Ann',
      state: 'imported',
      rowCount: 3,
      createdCount: 2,
      duplicateCount: 1,
      noted: 0,
      updatedCount: 0,
      problemCount: 0,
      undoneAt: null,
      undoneCount: null,
      remaining: 2,
      published: 1,
      edited: 0,
      restorable: 0,
    })
    expect((await audit()).at(-1)).toMatchObject({
      actorName: 'Ann',
      action: 'import.committed',
      subjectId: report.importId,
      subjectLabel: 'Monday.csv',
      after: {
        rowCount: 3,
        createdCount: 2,
        publishedCount: 1,
        duplicateCount: 1,
        problemCount: 0,
      },
    })
  })

  test('with two bad rows imports nothing and says what to correct; corrected, it is imported', async () => {
    const cheap = ['Solvane', 'Coat 2', 100, 200, 'https://shop.example/coats/2']
    const nowhere = ['Solvane', 'Coat 3', 'free', 10, 'shop.example/coats/3']
    const report = await upload({ sheet: [HEADINGS, coat(1), cheap, nowhere] })
    expect(report).toMatchObject({
      isCommitted: false,
      createdCount: 0,
      publishedCount: 0,
      rowCount: 3,
      problems: [
        { row: 3, column: 'Now', value: '200', reason: 'is above the original price' },
        { row: 4, column: 'Was', value: 'free', reason: expect.stringContaining('not a price') },
        { row: 4, column: 'Link', reason: 'must start with https:// or http://' },
      ],
      rows: [
        { row: 3, state: 'problem' },
        { row: 4, state: 'problem' },
        { row: 2, state: 'new' },
      ],
    })
    expect(await allDeals()).toEqual([])
    expect(await history()).toMatchObject([
      { id: report.importId, state: 'refused', rowCount: 3, createdCount: 0, problemCount: 2 },
    ])
    expect((await audit()).at(-1)).toMatchObject({
      action: 'import.refused',
      subjectId: report.importId,
      after: { problemCount: 2, createdCount: 0 },
    })
    const corrected = await upload({ sheet: [HEADINGS, coat(1), coat(2), coat(3)] })
    expect(corrected).toMatchObject({ isCommitted: true, createdCount: 3 })
  })

  test('and only tried writes no deal, no history and no audit', async () => {
    const before = (await audit()).length
    const sheet = [published, [...coat(1), 'yes'], coat(2)]
    // As a query parameter it would be ignored, and the sheet imported.
    const wrong = await post('/api/deals/bulk-upload?dryRun=true', formOf({ sheet }))
    expect([wrong.statusCode, wrong.json().fields]).toEqual([
      400,
      { dryRun: 'is nothing that this call knows in its address' },
    ])
    const dry = await upload({ sheet, fields: { dryRun: 'true' } })
    expect(dry).toMatchObject({
      isDryRun: true,
      isCommitted: false,
      importId: null,
      createdCount: 2,
      publishedCount: 1,
    })
    expect([await allDeals(), await history(), (await audit()).length]).toEqual([[], [], before])
    const real = await upload({ sheet })
    expect({ ...real, importId: null, isCommitted: false, isDryRun: true }).toEqual(dry)
  })

  test('is published whole when asked for', async () => {
    const sheet = [published, [...coat(1), 'no'], coat(2)]
    expect(await upload({ sheet, fields: { publishAll: 'true' } })).toMatchObject({
      createdCount: 2,
      publishedCount: 2,
    })
    expect((await allDeals()).every(({ isPublished }) => isPublished)).toBe(true)
  })

  test('twice at the same moment is imported once', async () => {
    const sheet = makeWorkbook([HEADINGS, ...Array.from({ length: 80 }, (_, at) => coat(at))])
    const reports = await Promise.all([1, 2].map(() => upload({ sheet, fileName: 'same.xlsx' })))
    expect(reports.map(({ createdCount }) => createdCount).toSorted()).toEqual([0, 80])
    expect(reports.map(({ duplicates }) => duplicates.length).toSorted()).toEqual([0, 80])
    expect(await allDeals()).toHaveLength(80)
    const counts = (await history()).map(
      ({ createdCount, duplicateCount, remaining }: Record<string, number>) => [
        createdCount,
        duplicateCount,
        remaining,
      ],
    )
    expect(counts.toSorted()).toEqual([
      [0, 80, 0],
      [80, 0, 80],
    ])
  })

  test('tells how far it is, line by line, and ends with the report', async () => {
    const sheet = [HEADINGS, ...Array.from({ length: 300 }, (_, at) => coat(at))]
    const lines = await uploadInLines({ sheet })
    const stages = lines.flatMap((line) => ('stage' in line ? [line.stage] : []))
    expect([...new Set(stages)]).toEqual(['reading', 'checking', 'writing'])
    expect(lines.at(-2)).toEqual({ stage: 'writing', done: 300, total: 300 })
    expect(lines.at(-1)).toMatchObject({ report: { isCommitted: true, createdCount: 300 } })
  })

  test('that cannot be read is a last line too', async () => {
    const lines = await uploadInLines({ fileName: 'a.xlsx', sheet: Buffer.from('PK\x03\x04 no') })
    expect(lines.at(-1)).toEqual({
      status: 422,
      code: 'bad-sheet',
      error: expect.stringContaining('damaged'),
      requestId: expect.any(String),
    })
    expect(await history()).toEqual([])
  })
})
