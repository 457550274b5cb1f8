import { readFileSync } from 'node:fs'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { PICTURE_KEY } from '#app/server/storage/storage.ts'
import { jpegWithPrivateData, twoHalves } from '#test/pictures/sample-pictures.ts'
import { makeCsv } from '#test/sheets/make-sheets.ts'
import { coat, HEADINGS } from '#test/sheets/use-imports.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { CANARY, HOSTILE_PICTURES, polyglot } from './hostile-pictures.ts'
import { type Files, UPLOADS, useUploads } from './use-uploads.ts'

const app = useTestApp()
const { admin, stored, leftovers, pictureFiles } = useUploads(app)

let deal: { id: string; url: string }
beforeAll(async () => {
  const { id } = await admin().enter()
  deal = { id, url: `/api/deals/${id}` }
})

const image = (bytes: Buffer, fileName = 'coat.jpg'): Files => [
  { field: 'images', fileName, bytes },
]

/** Returns an upload of one deal whose picture is in a zip under this name. */
async function withZip(bytes: Buffer, name = 'coat.jpg', named = name) {
  const zip = new ZipFile()
  zip.addBuffer(bytes, name)
  zip.end()
  const sheet = makeCsv([
    [...HEADINGS, 'Image'],
    [...coat(1), named],
  ])
  const file = { field: 'file', fileName: 'deals.csv', bytes: sheet }
  const pictures = { field: 'pictures', fileName: 'all.zip', bytes: await buffer(zip.outputStream) }
  return admin().send('POST', '/api/deals/bulk-upload', {}, [file, pictures])
}

describe('a file that only goes under the name of a picture', () => {
  test.each(HOSTILE_PICTURES)('($what) is refused at every door', async ({ make, reason }) => {
    const bytes = await make()
    const before = await stored()

    const alone = await admin().send('POST', '/api/admin/pictures', {}, image(bytes))
    expect(alone.json().pictures).toMatchObject([
      { key: null, error: expect.stringMatching(reason) },
    ])

    const buyUrl = 'https://shop.example/hostile'
    const forms = [
      await admin().create({ buyUrl }, image(bytes)),
      await admin().edit(deal.id, { productName: 'Changed' }, image(bytes)),
    ]
    for (const response of forms) {
      expect(response.statusCode, response.body).toBe(422)
      expect(response.json().fields.images).toMatch(reason)
    }

    const zip = (await withZip(bytes)).json()
    expect(zip).toMatchObject({ isCommitted: false, createdCount: 0 })
    expect(zip.problems).toMatchObject([
      { value: 'coat.jpg', reason: expect.stringMatching(reason) },
    ])

    // The refused import is recorded; nothing else is.
    const { imports, audit, ...after } = await stored()
    expect({ ...after, imports: before.imports, audit: before.audit }).toEqual(before)
    expect([imports.at(-1)?.state, leftovers()]).toEqual(['refused', []])
  })
})

describe('a picture that carries more than pixels', () => {
  const carriers: Array<[string, () => Promise<Buffer>]> = [
    ['place, camera and author', () => jpegWithPrivateData(CANARY)],
    ['a page and an archive', polyglot],
    ['texts of a PNG', async () => withPngText(await twoHalves(402, 300).png().toBuffer())],
  ]

  test.each(carriers)(
    '(%s) is kept as pixels alone, and served as nothing else',
    async (_, make) => {
      const bytes = await make()
      expect(bytes.includes(CANARY)).toBe(true)
      const known = new Set((await stored()).files)
      const response = await admin().send('POST', '/api/admin/pictures', {}, image(bytes))
      const { key } = response.json().pictures[0]

      const folder = path.join(app.ctx.config.dataDir, 'pictures')
      const files = pictureFiles().filter((file) => /\.\w+$/.test(file) && !known.has(file))
      expect(files).toHaveLength(7)
      for (const file of files) {
        const content = readFileSync(path.join(folder, file))
        expect(content.includes(CANARY), file).toBe(false)
        // The product's decoder cannot open AVIF here either.
        if (file.endsWith('.avif')) expect(content.includes('Exif')).toBe(false)
        else {
          const { exif, xmp, iptc, comments, icc } = await sharp(content).metadata()
          expect({ exif, xmp, iptc, comments, icc }).toEqual({})
        }
      }
      const served = await app.inject({ url: `/ndc-images/${key}` })
      expect(served.headers).toMatchObject({
        'content-type': 'image/jpeg',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      })
    },
  )
})

describe('the name of a file', () => {
  const NAMES = [
    '../../../../tmp/evil.jpg',
    '..\\..\\evil.jpg',
    '/etc/cron.d/evil.jpg',
    'C:\\evil.jpg',
    '%2e%2e%2fevil.jpg',
    'evil.jpg\0.html',
    'con.jpg',
    `${'n'.repeat(5000)}.jpg`,
    '<img src=x onerror=alert(1)>.jpg',
    '\u202egpj.exe',
    '.jpg',
  ]

  test.each(NAMES)('%j never becomes a path', async (fileName) => {
    const bytes = await twoHalves(404, 300).png().toBuffer()
    const alone = await admin().send('POST', '/api/admin/pictures', {}, image(bytes, fileName))
    expect(alone.statusCode, alone.body).toBeLessThan(500)
    await admin().edit(deal.id, {}, image(bytes, fileName))
    const files = pictureFiles().filter((file) => file.includes('.'))
    expect(files.filter((file) => !PICTURE_KEY.test(path.basename(file)))).toEqual([])
    expect(leftovers()).toEqual([])
  })

  test.each(['a/../../coat.jpg', '..\\coat.jpg', 'con.jpg', 'x/y/z/coat.jpg'])(
    '%j in a zip is only ever compared',
    async (name) => {
      const bytes = await twoHalves(406, 300).png().toBuffer()
      // The zip library refuses to write such a name, so it replaces a valid one of the same length.
      const honest = name.replace(/[./\\]/g, 'x')
      const zip = new ZipFile()
      zip.addBuffer(bytes, honest)
      zip.end()
      const packed = await buffer(zip.outputStream)
      const hostile = Buffer.from(packed.toString('latin1').replaceAll(honest, name), 'latin1')
      const response = await admin().send('POST', '/api/deals/bulk-upload', { dryRun: 'true' }, [
        {
          field: 'file',
          fileName: 'a.csv',
          bytes: makeCsv([
            [...HEADINGS, 'Image'],
            [...coat(1), name],
          ]),
        },
        { field: 'pictures', fileName: 'all.zip', bytes: hostile },
      ])
      expect(response.statusCode, response.body).toBeLessThan(500)
      const files = pictureFiles().filter((file) => file.includes('.'))
      expect(files.filter((file) => !PICTURE_KEY.test(path.basename(file)))).toEqual([])
      expect(leftovers()).toEqual([])
    },
  )

  test('is shown as a person wrote it, without its folders', async () => {
    const [upload] = UPLOADS
    const name = '../<b>deals</b>.csv'
    const files = (upload?.files ?? []).map((file) => ({ ...file, fileName: name }))
    const response = await admin().send('POST', '/api/deals/bulk-upload', { dryRun: 'true' }, files)
    expect(response.json().fileName).toBe('b>.csv')
  })
})

/** Returns the PNG with a text chunk before its end. */
function withPngText(png: Buffer): Buffer {
  const end = png.length - 12
  const body = Buffer.from(`tEXtComment\0${CANARY}`, 'latin1')
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(body.length - 4, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return Buffer.concat([png.subarray(0, end), chunk, png.subarray(end)])
}
