import { describe, expect, test } from 'vitest'
import { readSheet } from '#app/deals/server/sheet.ts'
import { useBulkUpload } from '#test/sheets/bulk-upload.ts'
import { makeCsv, makeWorkbook, type Value } from '#test/sheets/make-sheets.ts'
import { coat, HEADINGS, NOW } from '#test/sheets/use-imports.ts'
import { useTestApp } from '#test/test-app.ts'

const app = useTestApp()
const { upload, annotate, get, change, history, audit, admin } = useBulkUpload(app)

const published = [...HEADINGS, 'Published']
const sheet: Value[][] = [published, ...[1, 2, 3].map((at) => [...coat(at), at < 3 ? 'yes' : 'no'])]

const live = async () =>
  (await app.db.selectFrom('deals').selectAll().where('deletedAt', 'is', null).execute())
    .map(({ productName, isPublished }) => `${productName}${isPublished ? ' published' : ''}`)
    .toSorted()

const idsOfDeals = async (importId: string | null) => {
  const deals = app.db.selectFrom('deals').select('id').where('importId', '=', importId)
  return (await deals.orderBy('feedPosition').execute()).map(({ id }) => id)
}

const changeDeals = (how: 'restore' | 'delete', ids: string[]) =>
  app.as(admin()).inject({ method: 'POST', url: `/api/admin/deals/${how}`, payload: { ids } })

const recordOf = async (importId: string | null) =>
  (await history()).find(({ id }: { id: string | null }) => id === importId)

const actions = async (importId: string | null) =>
  (await audit())
    .filter(({ subjectId }) => subjectId === importId)
    .map(({ action }) => action.replace('import.', ''))

function later(minutes: number) {
  app.setNow(new Date(NOW.getTime() + minutes * 60_000))
}

describe('an upload that is taken back', () => {
  test('is gone at once, can be uploaded again, and says so in history and audit', async () => {
    const { importId } = await upload({ sheet })
    later(1)
    const undone = await change(`/api/admin/imports/${importId}/undo`)
    expect(undone.json()).toEqual({ undoneCount: 3 })
    expect(await live()).toEqual([])
    expect((await app.inject({ url: '/api/deals' })).json().deals).toEqual([])
    expect(await history()).toMatchObject([
      {
        id: importId,
        state: 'undone',
        createdCount: 3,
        undoneCount: 3,
        remaining: 0,
        published: 0,
        restorable: 3,
      },
    ])
    expect((await audit()).at(-1)).toMatchObject({
      action: 'import.undone',
      subjectId: importId,
      subjectLabel: 'deals.csv',
      before: { deals: 3, dealIds: expect.arrayContaining([expect.any(String)]) },
    })
    later(2)
    expect(await upload({ sheet })).toMatchObject({ createdCount: 3, duplicates: [] })
    expect(await live()).toEqual(['Coat 1 published', 'Coat 2 published', 'Coat 3'])
  })

  test('comes back as it was, but for links that others have by now and what was deleted before', async () => {
    const { importId } = await upload({ sheet })
    later(1)
    await app.db
      .updateTable('deals')
      .set({ deletedAt: new Date(NOW.getTime() + 1), isPublished: false })
      .where('productName', '=', 'Coat 1')
      .execute()
    expect((await change(`/api/admin/imports/${importId}/undo`)).json()).toEqual({ undoneCount: 2 })
    later(2)
    await upload({ sheet: [HEADINGS, coat(3)] })
    const restored = await change(`/api/admin/imports/${importId}/restore`)
    expect(restored.json()).toEqual({ restoredCount: 1, leftCount: 1 })
    expect(await live()).toEqual(['Coat 2 published', 'Coat 3'])
    expect(await recordOf(importId)).toMatchObject({
      state: 'undone',
      undoneCount: 1,
      remaining: 1,
      restorable: 1,
    })
    expect((await audit()).at(-1)).toMatchObject({
      action: 'import.restored',
      after: { deals: 1, left: 1 },
    })
    later(3)
    expect((await change(`/api/admin/imports/${importId}/undo`)).json()).toEqual({ undoneCount: 1 })
  })

  test('stays away while others have its links, and comes back whole when they are free', async () => {
    const { importId } = await upload({ sheet })
    later(1)
    await change(`/api/admin/imports/${importId}/undo`)
    later(2)
    const second = await upload({ sheet })
    const before = await recordOf(importId)
    const refused = await change(`/api/admin/imports/${importId}/restore`)
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      expect.objectContaining({
        code: 'import-links-taken',
        error: 'None of its deals can come back: other deals have their links by now.',
      }),
    ])
    expect(await recordOf(importId)).toEqual(before)
    expect(await actions(importId)).toEqual(['committed', 'undone'])

    later(3)
    const [first = '', ...others] = await idsOfDeals(second.importId)
    await changeDeals('delete', others)
    const some = await change(`/api/admin/imports/${importId}/restore`)
    expect(some.json()).toEqual({ restoredCount: 2, leftCount: 1 })
    expect(await recordOf(importId)).toMatchObject({ state: 'undone', remaining: 2, restorable: 1 })

    later(4)
    const again = await change(`/api/admin/imports/${importId}/undo`)
    expect(again.json()).toEqual({ undoneCount: 2 })
    expect(await recordOf(importId)).toMatchObject({
      ...{ state: 'undone', undoneCount: 3, remaining: 0, restorable: 3 },
    })

    later(5)
    await changeDeals('delete', [first])
    const whole = await change(`/api/admin/imports/${importId}/restore`)
    expect(whole.json()).toEqual({ restoredCount: 3, leftCount: 0 })
    expect(await live()).toEqual(['Coat 1 published', 'Coat 2 published', 'Coat 3'])
    expect(await recordOf(importId)).toMatchObject({
      ...{ state: 'imported', undoneAt: null, undoneCount: null, remaining: 3, restorable: 0 },
    })
  })

  test('brings one deal back for a link, never two', async () => {
    const { importId } = await upload({ sheet })
    later(1)
    await change(`/api/admin/imports/${importId}/undo`)
    const [first = '', second = ''] = await idsOfDeals(importId)
    const link = app.db.selectFrom('deals').select('buyUrlKey').where('id', '=', first)
    await app.db.updateTable('deals').set({ buyUrlKey: link }).where('id', '=', second).execute()
    const restored = await change(`/api/admin/imports/${importId}/restore`)
    expect(restored.json()).toEqual({ restoredCount: 2, leftCount: 1 })
  })

  test('can be taken back again when its deals came back one by one', async () => {
    const { importId } = await upload({ sheet })
    later(1)
    await change(`/api/admin/imports/${importId}/undo`)
    const ids = await idsOfDeals(importId)
    await changeDeals('restore', ids)
    expect(await recordOf(importId)).toMatchObject({
      ...{ state: 'imported', undoneAt: null, undoneCount: null, remaining: 3, restorable: 0 },
    })
    expect((await change(`/api/admin/imports/${importId}/restore`)).statusCode).toBe(409)
    later(2)
    expect((await change(`/api/admin/imports/${importId}/undo`)).json()).toEqual({ undoneCount: 3 })
    expect(await live()).toEqual([])
    expect(await actions(importId)).toEqual(['committed', 'undone', 'undone'])
  })

  test('is not taken back when none of its deals is left', async () => {
    const { importId } = await upload({ sheet })
    later(1)
    await changeDeals('delete', await idsOfDeals(importId))
    const undone = await change(`/api/admin/imports/${importId}/undo`)
    expect([undone.statusCode, undone.json().code]).toEqual([409, 'import-empty'])
    expect(await recordOf(importId)).toMatchObject({ state: 'imported', undoneAt: null })
    expect(await actions(importId)).toEqual(['committed'])
  })

  test('is taken back once, however often it is asked for', async () => {
    const { importId } = await upload({ sheet })
    const answers = await Promise.all(
      [1, 2, 3].map(() => change(`/api/admin/imports/${importId}/undo`)),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
    const entries = (await audit()).filter(({ subjectId }) => subjectId === importId)
    expect(entries.map(({ action }) => action)).toEqual(['import.committed', 'import.undone'])
  })

  test.each([
    ['one that is not there', 'undo', 404],
    ['one that was refused', 'undo', 409],
    ['one that was not taken back', 'restore', 409],
  ])('but not %s', async (what, how, status) => {
    const refused = await upload({ sheet: [HEADINGS, ['Solvane', '', '', '', '']] })
    const { importId } = what.endsWith('taken back') ? await upload({ sheet }) : refused
    const id = what.endsWith('not there') ? 'nothing' : importId
    expect((await change(`/api/admin/imports/${id}/${how}`)).statusCode).toBe(status)
  })

  test('with all 10,000 of it, while people go on reading', async () => {
    const rows = Array.from({ length: 10_000 }, (_, at) => [...coat(at), 'yes'])
    const { importId } = await upload({ sheet: [published, ...rows] })
    const [undone, feed] = await Promise.all([
      change(`/api/admin/imports/${importId}/undo`),
      app.inject({ url: '/api/deals/daily-count' }),
    ])
    expect(undone.json()).toEqual({ undoneCount: 10_000 })
    expect(feed.statusCode).toBeLessThan(500)
    expect(await live()).toEqual([])
  })
})

test('the history shows what became of each since', async () => {
  await upload({ fileName: 'first.csv', sheet })
  later(1)
  await upload({ fileName: 'second.csv', sheet: [...sheet, [...coat(4), 'yes']] })
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
    const rows = [headings, ...examples].map((row, index) =>
      (row?.cells ?? []).map((cell, column) =>
        index > 0 && column === 4 ? `https://shop.example/${index}` : (cell as Value),
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
