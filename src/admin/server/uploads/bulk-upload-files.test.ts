import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { Problem } from '#app/server/problem.ts'
import { useBulkUpload } from '#test/sheets/bulk-upload.ts'
import { makeCsv, makeZip } from '#test/sheets/make-sheets.ts'
import { coat, HEADINGS, pictureOf } from '#test/sheets/use-imports.ts'
import { multipart } from '#test/support/multipart.ts'
import { useTestApp } from '#test/support/test-app.ts'

const linked: string[] = []
const app = useTestApp({
  fetchOutside: async (address) => {
    linked.push(address)
    return pictureOf('#20b030')
  },
})
const { upload, uploadInLines, send, post, formOf, history } = useBulkUpload(app)

const allDeals = () => app.db.selectFrom('deals').selectAll().orderBy('feedPosition').execute()

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
