import { beforeAll, expect, test } from 'vitest'
import { OutsideFailure } from '#app/server/outside-fetch.ts'
import {
  jpegThatIsAlsoHtml,
  jpegWithPrivateData,
  pngClaiming,
  svgBytes,
  twoHalves,
} from '#test/pictures/sample-pictures.ts'
import { type AdminClient, openAdminClient } from '#test/support/admin.ts'
import { useTestApp } from '#test/support/test-app.ts'

const outside = new Map<string, Buffer>()
const app = useTestApp({
  fetchOutside: async (address) => {
    const bytes = outside.get(address)
    if (!bytes) throw new OutsideFailure('There is nothing behind the link.', 'refused')
    return bytes
  },
})
let admin: AdminClient
beforeAll(async () => {
  admin = await openAdminClient(app)
})

const image = (fileName: string, bytes: Buffer) => ({ field: 'images', fileName, bytes })
const store = (fields: Record<string, string>, files: ReturnType<typeof image>[] = []) =>
  admin.send('POST', '/api/admin/pictures', fields, files)

test('pictures are stored, and each answers where it is, in the order in which they were sent', async () => {
  const [red, blue] = [
    await twoHalves(500, 300).png().toBuffer(),
    await twoHalves(400, 400).jpeg().toBuffer(),
  ]
  const response = await store({}, [image('one.png', red), image('../../two.jpg', blue)])
  expect(response.statusCode).toBe(200)
  const [one, two] = response.json().pictures
  expect(one).toMatchObject({ name: 'one.png', width: 500, height: 300, error: null })
  expect(two).toMatchObject({ name: 'two.jpg', width: 400, height: 400, error: null })
  for (const { key, placeholder } of [one, two]) {
    expect(key).toMatch(/^[0-9a-f]{32}\.jpg$/)
    expect(placeholder).toMatch(/^#[0-9a-f]{6}$/)
    expect((await app.inject({ url: `/ndc-images/${key}` })).statusCode).toBe(200)
  }
  // Storing the same picture again returns the same key.
  expect((await store({}, [image('again.png', red)])).json().pictures[0].key).toBe(one.key)
})

test('one that cannot be used says why and stops no other', async () => {
  const good = await twoHalves(450, 300).webp().toBuffer()
  const response = await store({}, [
    image('drawing.jpg', svgBytes()),
    image('bomb.png', pngClaiming(30_000, 30_000)),
    image('empty.png', Buffer.alloc(0)),
    image('small.png', await twoHalves(100, 100).png().toBuffer()),
    image('good.webp', good),
  ])
  const { pictures } = response.json()
  expect(pictures.map(({ error }: { error: string | null }) => error !== null)).toEqual([
    true,
    true,
    true,
    true,
    false,
  ])
  for (const { key, error } of pictures.slice(0, 4)) {
    expect(key).toBeNull()
    expect(error).toMatch(/^[A-Z].+\.$/)
  }
})

test('what is served holds nothing but the picture', async () => {
  const canary = 'private-canary-7'
  const [spoken, page] = [
    await jpegWithPrivateData(canary),
    await jpegThatIsAlsoHtml(`<script>${canary}</script>`),
  ]
  const { pictures } = (await store({}, [image('a.jpg', spoken), image('b.jpg', page)])).json()
  for (const { key } of pictures) {
    const served = await app.inject({ url: `/ndc-images/${key}` })
    expect(served.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
    })
    expect(served.rawPayload.includes(canary)).toBe(false)
  }
})

test('the address of a picture will do, and one that leads nowhere says so', async () => {
  const bytes = await twoHalves(460, 300).png().toBuffer()
  const url = 'https://pictures.example/look/coat.png?width=900'
  outside.set(url, bytes)
  outside.set('https://pictures.example/page', Buffer.from('<html></html>'))
  const [picture] = (await store({ url: ` ${url} ` })).json().pictures
  expect(picture).toMatchObject({ name: 'coat.png', width: 460, error: null })
  for (const address of ['https://pictures.example/none', 'https://pictures.example/page']) {
    const [missing] = (await store({ url: address })).json().pictures
    expect(missing).toMatchObject({ key: null, error: expect.stringMatching(/^[A-Z].+\.$/) })
  }
})

test('a call without a picture, or with too many or too large ones, is refused', async () => {
  for (const fields of [{}, { url: '' }, { other: 'x' }]) {
    const response = await store(fields)
    expect(response.statusCode).toBe(422)
    expect(response.json().fields).toEqual({ images: 'Choose a picture.' })
  }
  const bytes = await twoHalves(470, 300).png().toBuffer()
  const eleven = Array.from({ length: 11 }, (_, index) => image(`${index}.png`, bytes))
  expect((await store({}, eleven)).statusCode).toBe(413)
  const large = image('large.png', Buffer.alloc(8 * 1024 * 1024 + 1))
  expect((await store({}, [large])).statusCode).toBe(413)
  const elsewhere = { field: 'files', fileName: 'a.png', bytes }
  expect((await admin.send('POST', '/api/admin/pictures', {}, [elsewhere])).statusCode).toBe(400)
})
