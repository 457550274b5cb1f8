import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { Problem } from '#app/server/problem.ts'
import { multipart } from '#test/multipart.ts'
import { useBulkUpload } from '#test/sheets/bulk-upload.ts'
import { makeCsv, makeWorkbook, makeZip } from '#test/sheets/make-sheets.ts'
import { coat, HEADINGS, NOW, pictureOf } from '#test/sheets/use-imports.ts'
import { useTestApp } from '#test/test-app.ts'

const linked: string[] = []
const app = useTestApp({
  fetchOutside: async (address) => {
    linked.push(address)
    return pictureOf('#20b030')
  },
})
const { upload, uploadInLines, send, post, formOf, history, audit } = useBulkUpload(app)

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

describe('pictures', () => {
  const headings = [...HEADINGS, 'Card image', 'Images']
  const zipOf = async () =>
    makeZip([
      { name: 'spring/Red.JPG', content: await pictureOf('#b02030') },
      { name: 'spring/blue.jpg', content: await pictureOf('#2030b0') },
      { name: 'spring/notes.jpg', content: 'not a picture' },
    ])

  test('come from a zip; the try stores them, and the import needs the zip no more', async () => {
    const sheet = [headings, [...coat(1), 'red.jpg', 'blue.jpg'], [...coat(2), 'red.jpg', '']]
    const dry = await upload({ sheet, pictures: await zipOf(), fields: { dryRun: 'true' } })
    expect(dry).toMatchObject({ problems: [], createdCount: 2 })
    expect(Object.keys(dry.pictures).toSorted()).toEqual(['blue.jpg', 'red.jpg'])
    expect(dry.rows[0]?.picture).toBe(dry.pictures['red.jpg'])

    const fields = { pictureKeys: JSON.stringify(dry.pictures) }
    const real = await upload({ sheet, fields })
    expect(real).toMatchObject({ isCommitted: true, pictures: dry.pictures })
    const [first, second] = await allDeals()
    expect([first?.cardPictureId, second?.cardPictureId].map((id) => `${id}.jpg`)).toEqual([
      dry.pictures['red.jpg'],
      dry.pictures['red.jpg'],
    ])
  })

  test('that are missing, broken, or not stored are problems of their rows, in the try as well', async () => {
    const sheet = [headings, [...coat(1), 'green.jpg', 'notes.jpg'], [...coat(2), 'other.jpg', '']]
    const fields = { pictureKeys: JSON.stringify({ 'other.jpg': `${'0'.repeat(32)}.jpg` }) }
    const pictures = await zipOf()
    const dry = await upload({ sheet, pictures, fields: { ...fields, dryRun: 'true' } })
    expect(dry.problems).toEqual([
      { row: 2, column: 'Card image', value: 'green.jpg', reason: 'is not among the pictures' },
      {
        row: 2,
        column: 'Images',
        value: 'notes.jpg',
        reason: expect.stringContaining('cannot be used'),
      },
      { row: 3, column: 'Card image', value: 'other.jpg', reason: 'is not among the pictures' },
    ])
    expect((await upload({ sheet, pictures, fields })).problems).toEqual(dry.problems)
  })

  test('are fetched by link, once for both runs', async () => {
    linked.length = 0
    const link = 'https://pictures.example/coat.jpg?size=large;crop=no,1'
    const sheet = [headings, [...coat(1), link, `${link} | ${link}x`]]
    const dry = await upload({ sheet, fields: { dryRun: 'true' } })
    expect(dry).toMatchObject({ problems: [], createdCount: 1 })
    const fields = { pictureKeys: JSON.stringify(dry.pictures) }
    expect(await upload({ sheet, fields })).toMatchObject({ isCommitted: true })
    expect(linked).toEqual([link, `${link}x`])
  })

  test('in a file that is no zip refuse the upload', async () => {
    const response = await send({ sheet: [HEADINGS, coat(1)], pictures: Buffer.from('no zip') })
    expect([response.statusCode, response.json().code]).toEqual([422, 'bad-archive'])
  })
})

describe('an upload is refused', () => {
  const sheet = makeCsv([HEADINGS, coat(1)])

  test.each<[string, Parameters<typeof send>[0], number]>([
    ['a file of another kind', { fileName: 'deals.pdf', sheet }, 422],
    ['a sheet that is not what it says', { fileName: 'deals.xlsx', sheet }, 422],
    ['a sheet over 8 MB', { sheet: Buffer.alloc(8 * 1024 * 1024 + 1, 'a') }, 413],
    ['a flag that is neither', { sheet, fields: { dryRun: 'maybe' } }, 400],
    ['keys that are no JSON', { sheet, fields: { pictureKeys: '{' } }, 400],
    ['keys that are a list', { sheet, fields: { pictureKeys: '["a"]' } }, 400],
    ['keys that are numbers', { sheet, fields: { pictureKeys: '{"a":1}' } }, 400],
  ])('with %s', async (_what, what, status) => {
    const response = await send(what)
    expect(response.statusCode, response.body).toBe(status)
    expect([await allDeals(), await history()]).toEqual([[], []])
  })

  test('without a sheet, with two, as JSON, without the token and without the back office', async () => {
    const url = '/api/deals/bulk-upload'
    const form = formOf({ sheet })
    const file = { field: 'file', fileName: 'deals.csv', bytes: sheet }
    const twice = multipart({}, [file, file])
    const empty = multipart({})
    expect((await post(url, empty)).json()).toMatchObject({ fields: { file: 'is missing' } })
    expect((await post(url, twice)).statusCode).toBe(413)
    expect((await post(url, form, { 'x-csrf-token': 'x' })).statusCode).toBe(403)
    const json = { payload: Buffer.from('{}'), headers: { 'content-type': 'application/json' } }
    expect((await post(url, json as typeof form)).statusCode).toBe(415)
    const stranger = await app.inject({
      method: 'POST',
      url,
      payload: form.payload,
      headers: form.headers,
    })
    expect([stranger.statusCode, stranger.json().code]).toEqual([401, 'admin-required'])
    expect(readdirSync(path.join(app.ctx.config.dataDir, 'uploads'))).toEqual([])
  })

  test('on a full disk, and works again with room', async () => {
    const put = app.ctx.storage.put
    app.ctx.storage.put = async () => {
      throw Object.assign(new Problem(507, 'storage-full', 'There is no room left for pictures.'))
    }
    const pictures = makeZip([{ name: 'a.jpg', content: await pictureOf('#123456') }])
    const what = {
      sheet: [
        [...HEADINGS, 'Image'],
        [...coat(1), 'a.jpg'],
      ],
      pictures,
    }
    const lines = await uploadInLines(what)
    expect(lines.at(-1)).toMatchObject({ status: 507, code: 'storage-full' })
    expect([await allDeals(), await history()]).toEqual([[], []])
    app.ctx.storage.put = put
    expect(await upload(what)).toMatchObject({ createdCount: 1 })
  })
})
