import { expect, test } from 'vitest'
import { twoHalves } from '#test/pictures/sample-pictures.ts'
import { makeCsv } from '#test/sheets/make-sheets.ts'
import { coat, HEADINGS } from '#test/sheets/use-imports.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { useRawUploads } from './raw-upload.ts'
import { useUploads } from './use-uploads.ts'

const app = useTestApp()
const { admin, formOf, stored, leftovers } = useUploads(app)
const { begin } = useRawUploads(app, admin)

const image = async (width: number) => ({
  field: 'images',
  fileName: 'coat.png',
  bytes: await twoHalves(width, 300).png().toBuffer(),
})

/** Sends the same form over several connections: all but its last byte first, then the last bytes. */
async function sendAtOnce(
  method: 'POST' | 'PUT',
  url: string,
  fields: object,
  files: Parameters<typeof formOf>[0]['files'],
  times = 4,
) {
  const form = formOf({ fields: { ...fields }, files })
  const uploads = Array.from({ length: times }, () =>
    begin({ method, url: () => url }, form, form.payload.length - 1),
  )
  await expect.poll(() => leftovers().length).toBe(times)
  for (const { socket } of uploads) socket.write(form.payload.subarray(-1))
  await expect.poll(() => uploads.every(({ answer }) => /\r\n\r\n.+/s.test(answer()))).toBe(true)
  // The answer is complete once the connection, half-closed by the client, is closed.
  const answers = uploads.map(({ socket, answer }) => {
    socket.end()
    return { status: Number(answer().slice(9, 12)), body: answer().split('\r\n\r\n')[1] ?? '' }
  })
  await expect.poll(leftovers).toEqual([])
  return answers
}

test('the same new deal sent four times at once is one deal, one entry and three refusals', async () => {
  const before = await stored()
  const fields = { buyUrl: 'https://shop.example/at-once' }
  const answers = await sendAtOnce('POST', '/api/deals', fields, [await image(421)])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  const after = await stored()
  expect(after.deals.length - before.deals.length).toBe(1)
  expect(after.pictures.length - before.pictures.length).toBe(1)
  expect(after.audit - before.audit).toBe(1)
})

test('the same edit on the same version is saved once', async () => {
  const { id, version } = await admin().enter()
  const fields = { version: String(version), productName: 'Edited at once' }
  const answers = await sendAtOnce('PUT', `/api/deals/${id}`, fields, [await image(422)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  expect((await admin().read(id)).json()).toMatchObject({
    version: version + 1,
    productName: 'Edited at once',
  })
})

test('the same picture is one picture', async () => {
  const before = await stored()
  const answers = await sendAtOnce('POST', '/api/admin/pictures', {}, [await image(423)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(new Set(answers.map(({ body }) => /[0-9a-f]{32}\.jpg/.exec(body)?.[0])).size).toBe(1)
  const after = await stored()
  expect(after.pictures.length - before.pictures.length).toBe(1)
})

test('the same sheet is imported once, whichever comes first', async () => {
  const before = await stored()
  const bytes = makeCsv([
    HEADINGS,
    ...Array.from({ length: 40 }, (_, at) => coat(at, 'once.example')),
  ])
  const answers = await sendAtOnce('POST', '/api/deals/bulk-upload', {}, [
    { field: 'file', fileName: 'a.csv', bytes },
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const after = await stored()
  expect(after.deals.length - before.deals.length).toBe(40)
  const imports = after.imports.slice(before.imports.length)
  expect(imports.map(({ createdCount }) => createdCount).sort((a, b) => a - b)).toEqual([
    0, 0, 0, 40,
  ])
  expect(imports.map(({ duplicateCount }) => duplicateCount).sort((a, b) => a - b)).toEqual([
    0, 40, 40, 40,
  ])
})
