import { describe, expect, test } from 'vitest'
import { readSheet } from '#app/deals/server/sheets/sheet.ts'
import { useBulkUpload } from '#test/sheets/bulk-upload.ts'
import { makeCsv, makeWorkbook, type Value } from '#test/sheets/make-sheets.ts'
import { later, SHEET } from '#test/sheets/one-upload.ts'
import { coat, HEADINGS, NOW } from '#test/sheets/use-imports.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()
const { admin, upload, annotate, get, history } = useBulkUpload(app)

test('the history shows what became of each since', async () => {
  await upload({ fileName: 'first.csv', sheet: SHEET })
  later(app, 1)
  await upload({ fileName: 'second.csv', sheet: [...SHEET, [...coat(4), 'yes']] })
  await app.db
    .updateTable('deals')
    .set({ version: 2 })
    .where('productName', '=', 'Coat 2')
    .execute()
  await app.db
    .updateTable('deals')
    .set({ deletedAt: NOW, isPublished: false })
    .where('productName', '=', 'Coat 1')
    .execute()
  expect(await history()).toMatchObject([
    { fileName: 'second.csv', createdCount: 1, duplicateCount: 3, remaining: 1, published: 1 },
    { fileName: 'first.csv', createdCount: 3, remaining: 2, published: 1, edited: 1 },
  ])
  const [, first] = await history()
  const url = `/api/admin/imports/${first.id}/undo`
  await app.as(admin()).inject({ method: 'POST', url, payload: { seenWarnings: [] } })
  // Only existing deals count as edited.
  expect((await history())[1]).toMatchObject({ remaining: 0, edited: 0, restorable: 2 })
})

describe('the sheet with what is wrong', () => {
  const read = async (bytes: Buffer) => (await readSheet('a.xlsx', bytes)).rows

  test('is the same sheet with two columns more, which are ignored when it comes back', async () => {
    await upload({ sheet: [HEADINGS, coat(1)] })
    const rows: Value[][] = [
      [...HEADINGS, 'My notes'],
      [...coat(1), '=1+1'],
      [...coat(2), '@home'],
      [...coat(2), '-'],
      ['Solvane', '=HYPERLINK("http://evil.example")', 100, 200, 'nowhere', '+1 (416) 555-0100'],
    ]
    const annotated = await annotate({ fileName: 'deals.xlsx', sheet: makeWorkbook(rows) })
    expect(annotated.headers).toMatchObject({
      'content-disposition': 'attachment; filename="deals-what-is-wrong.xlsx"',
      'cache-control': 'private, no-store',
    })
    const again = await read(annotated.rawPayload)
    expect(again.map(({ cells }) => cells.slice(0, 6))).toEqual(rows)
    expect(again.map(({ cells }) => cells.slice(6))).toEqual([
      ['Status', 'What is wrong'],
      ['Already in the club'],
      ['New'],
      ['Same as row 3'],
      ['Wrong', 'Now is above the original price; Link must start with https:// or http://'],
    ])
    const second = { fileName: 'again.xlsx', sheet: annotated.rawPayload }
    const dry = await upload({ ...second, fields: { dryRun: 'true' } })
    expect(dry.notes).toEqual(['Columns that were ignored: My notes.'])
    expect(await read((await annotate(second)).rawPayload)).toEqual(again)
    expect(await upload({ sheet: [HEADINGS, coat(1)] })).toMatchObject({ createdCount: 0 })
  })

  test('keeps dates, yes and no, empty rows and the text of a .csv as they are', async () => {
    const csv = makeCsv([
      ['Brand', 'Product', 'Link', 'Date'],
      ['Solvane', "'=SUM(A1)", 'https://shop.example/1', '2026-11-02'],
      [],
      ['Solvane', '00123', 'https://shop.example/2', ''],
    ])
    const annotated = await annotate({ sheet: csv })
    expect(annotated.statusCode, annotated.body).toBe(200)
    const rows = await read(annotated.rawPayload)
    expect(rows).toMatchObject([
      { row: 1 },
      { row: 2, cells: ['Solvane', '=SUM(A1)', 'https://shop.example/1', '2026-11-02', 'New'] },
      { row: 4, cells: ['Solvane', '00123', 'https://shop.example/2', null, 'New'] },
    ])
  })

  test('tells of a missing column beside the first deal', async () => {
    const { rawPayload } = await annotate({
      sheet: [
        ['Brand', 'Link'],
        ['Solvane', 'https://shop.example/1'],
        ['Solvane', 'https://shop.example/2'],
      ],
    })
    const [, first, second] = await read(rawPayload)
    expect(second?.cells[2]).toBe('Wrong')
    expect(first?.cells.slice(2)).toEqual([
      'Wrong',
      expect.stringContaining('Headings: Product Name is missing'),
    ])
  })

  test('leaves a column called Status alone that is not ours', async () => {
    const dry = await upload({
      sheet: [
        [...HEADINGS, 'Status'],
        [...coat(1), 'in stock'],
      ],
      fields: { dryRun: 'true' },
    })
    expect(dry.notes).toEqual(['Columns that were ignored: Status.'])
  })

  test('needs room for its columns', async () => {
    const wide = Array.from({ length: 39 }, (_, at) =>
      at < 5 ? (HEADINGS[at] ?? '') : `Note ${at}`,
    )
    const response = await annotate({ sheet: [wide, [...coat(1), ...Array(34).fill('x')]] })
    expect([response.statusCode, response.json().code]).toEqual([422, 'bad-sheet'])
  })

  test('of a sheet that cannot be read is the reason', async () => {
    const response = await annotate({ fileName: 'a.xlsx', sheet: Buffer.from('x') })
    expect([response.statusCode, response.json().code]).toEqual([422, 'bad-sheet'])
  })
})

describe('the template', () => {
  test('is a sheet whose every column is known, and whose examples are never imported', async () => {
    const template = await get('/api/admin/imports/template')
    expect(template.headers['content-disposition']).toBe(
      'attachment; filename="deals-template.xlsx"',
    )
    const dry = await upload({
      fileName: 'deals-template.xlsx',
      sheet: template.rawPayload,
      fields: { dryRun: 'true' },
    })
    expect(dry.notes).toEqual([])
    expect(dry.problems.map(({ row, column, reason }) => [row, column, reason])).toEqual([
      [2, 'Buy URL', expect.stringContaining('example of the template')],
      [3, 'Buy URL', expect.stringContaining('example of the template')],
    ])
  })

  test('filled in, is imported', async () => {
    const { rawPayload } = await get('/api/admin/imports/template')
    const [headings, ...examples] = (await readSheet('a.xlsx', rawPayload)).rows
    const link = headings?.cells.indexOf('Buy URL')
    const rows = [headings, ...examples].map((row, index) =>
      (row?.cells ?? []).map((cell, column) =>
        index > 0 && column === link ? `https://shop.example/${index}` : (cell as Value),
      ),
    )
    const report = await upload({ fileName: 'a.xlsx', sheet: makeWorkbook(rows) })
    expect(report).toMatchObject({ isCommitted: true, createdCount: 2, problems: [], notes: [] })
  })

  test('is not sent again to a browser that has it', async () => {
    const { headers } = await get('/api/admin/imports/template')
    const again = await get('/api/admin/imports/template', { 'if-none-match': headers.etag })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })
})
