import fs from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { MOST_PICTURE_BYTES } from '#app/deals/deals.facts.ts'
import { pngClaiming, RED, svgBytes, twoHalves } from '#test/pictures/sample-pictures.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { pictureFileKeys } from './pictures.rules.ts'
import { storePicture } from './pictures.ts'

const app = useTestApp()

afterEach(() => {
  vi.restoreAllMocks()
})

describe('a file that is refused', () => {
  const onlyThree = 'Only JPEG, PNG and WebP pictures can be used.'
  const damaged = 'The picture cannot be read. It may be damaged or not complete.'
  const cut = async (picture: Sharp) => {
    const bytes = await picture.toBuffer()
    return bytes.subarray(0, Math.floor(bytes.length * 0.7))
  }
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const noisy = () =>
    sharp({ create: { width: 400, height: 300, channels: 3, background: RED, noise } })
  const hostile: Array<[string, () => Buffer | Promise<Buffer>, string]> = [
    ['an SVG, whatever it is called', () => svgBytes(), onlyThree],
    ['a GIF', () => twoHalves().gif().toBuffer(), onlyThree],
    ['an AVIF', () => twoHalves().avif().toBuffer(), onlyThree],
    ['a TIFF', () => twoHalves().tiff().toBuffer(), onlyThree],
    ['a web page', () => Buffer.from('<!doctype html><script>1</script>'), onlyThree],
    ['an empty file', () => Buffer.alloc(0), onlyThree],
    ['an SVG that starts like a JPEG', () => startingLikeJpeg(svgBytes()), damaged],
    ['a GIF that starts like a JPEG', async () => startingLikeJpeg(await gif()), damaged],
    ['a JPEG that ends early', () => cut(noisy().jpeg()), damaged],
    ['a PNG that ends early', () => cut(noisy().png()), damaged],
    ['a WebP that ends early', () => cut(noisy().webp()), damaged],
    ['only the first bytes of a PNG', () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), damaged],
    [
      'a PNG of 100 bytes that claims 900 megapixels',
      () => pngClaiming(30_000, 30_000),
      'The picture has more than 25 megapixels.',
    ],
    [
      'a PNG that claims one row more than 25 megapixels have',
      () => pngClaiming(5000, 5001),
      'The picture has more than 25 megapixels.',
    ],
    ['a PNG with fewer rows than it claims', () => pngClaiming(4000, 4000), damaged],
    [
      'a thumbnail',
      () => twoHalves(400, 199).jpeg().toBuffer(),
      'The picture is smaller than 200 by 200 pixels.',
    ],
    [
      'more than 8 MB',
      () => Buffer.alloc(MOST_PICTURE_BYTES + 1, 0xff),
      'The picture is larger than 8 MB.',
    ],
  ]
  const gif = () => twoHalves().gif().toBuffer()
  const startingLikeJpeg = (bytes: Buffer) => Buffer.concat([Buffer.from('ffd8ff', 'hex'), bytes])

  test.each(hostile)('%s', async (_, make, reason) => {
    const put = vi.spyOn(app.ctx.storage, 'put')
    const before = await rowsOf()

    const refused = { status: 422, code: 'bad-picture', message: reason }
    await expect(storePicture(app.ctx, await make())).rejects.toMatchObject(refused)
    expect(put).not.toHaveBeenCalled()
    expect(await rowsOf()).toEqual(before)
  })
})

test('the decoder itself opens nothing but the three formats, should another check ever miss', async () => {
  // Done first by the program that reads pictures.
  await import('./encoding.ts')
  const others = [
    svgBytes(),
    ...(await Promise.all([
      twoHalves().gif().toBuffer(),
      twoHalves().avif().toBuffer(),
      twoHalves().tiff().toBuffer(),
    ])),
  ]
  for (const bytes of others) {
    await expect(sharp(bytes).metadata()).rejects.toThrow('unsupported image format')
  }
})

test('a picture that finds the disk full leaves no row, and can be sent again', async () => {
  const bytes = await twoHalves(480, 300).png().toBuffer()
  const before = await rowsOf()
  const { writeFile } = fs
  const full = vi.spyOn(fs, 'writeFile').mockImplementation(async (file, data, options) => {
    if (full.mock.calls.length < 4) return writeFile(file, data, options)
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  })

  await expect(storePicture(app.ctx, bytes)).rejects.toMatchObject({
    status: 507,
    code: 'storage-full',
  })
  expect(await rowsOf()).toEqual(before)

  vi.restoreAllMocks()
  const { id } = await storePicture(app.ctx, bytes)
  expect(await rowsOf(id)).toHaveLength(1)
  for (const key of pictureFileKeys(id)) expect(await app.ctx.storage.has(key)).toBe(true)
})

async function rowsOf(id?: string) {
  const pictures = app.db.selectFrom('pictures').selectAll().orderBy('id')
  return (id === undefined ? pictures : pictures.where('id', '=', id)).execute()
}
