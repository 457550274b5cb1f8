import { execFileSync } from 'node:child_process'
import { buffer } from 'node:stream/consumers'
import sharp, { type Sharp } from 'sharp'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  avifSize,
  BLUE,
  jpegThatIsAlsoHtml,
  jpegWithPrivateData,
  oneColour,
  RED,
  twoHalves,
} from '#test/pictures/sample-pictures.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { pictureFileKeys } from './pictures.rules.ts'
import { storePicture } from './pictures.ts'

const app = useTestApp()

afterEach(() => {
  vi.restoreAllMocks()
})

describe('what reads pictures', () => {
  /** Returns the running child processes that do this, by pid. */
  const programs = () =>
    execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='])
      .toString()
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(
        ([, parent, ...args]) =>
          Number(parent) === process.pid && args.join(' ').includes('encoder.ts'),
      )
      .map(([pid]) => Number(pid))

  test('costs nobody their picture when another one ends it', async () => {
    const large = await twoHalves(4000, 4000).png().toBuffer()
    await storePicture(app.ctx, await oneColour(600, 600).png().toBuffer())
    const stored = storePicture(app.ctx, large)
    const [program] = programs()
    process.kill(Number(program), 'SIGKILL')
    expect(await stored).toMatchObject({ width: 960, height: 960 })
    expect(programs()).toHaveLength(1)
    expect(programs()).not.toContain(program)
  })

  test('knows nothing of our settings', async () => {
    await storePicture(app.ctx, await oneColour(700, 600).png().toBuffer())
    const [program] = programs()
    const environment = execFileSync('ps', ['eww', '-o', 'args=', '-p', String(program)]).toString()
    expect(environment).toContain('TZ=UTC')
    expect(environment).not.toContain('PATH=')
  })
})

describe('a picture that is accepted', () => {
  test('is kept in three widths and three formats, described by its row', async () => {
    const stored = await storePicture(app.ctx, await twoHalves(1200, 1500).jpeg().toBuffer())

    expect(stored).toMatchObject({ width: 960, height: 1200 })
    expect(await rowsOf(stored.id)).toMatchObject([stored])
    expect(await sizesOf(stored.id)).toEqual({
      '-320.avif': '320x400',
      '-320.webp': '320x400 webp',
      '-640.avif': '640x800',
      '-640.webp': '640x800 webp',
      '-960.avif': '960x1200',
      '-960.webp': '960x1200 webp',
      '.jpg': '960x1200 jpeg',
    })
  })

  test('is never enlarged', async () => {
    const stored = await storePicture(app.ctx, await twoHalves(400, 300).png().toBuffer())

    expect(stored).toMatchObject({ width: 400, height: 300 })
    expect(await sizesOf(stored.id)).toMatchObject({
      '-320.avif': '320x240',
      '-640.webp': '400x300 webp',
      '-960.avif': '400x300',
      '.jpg': '400x300 jpeg',
    })
  })

  test('may be as tall as a banner: it is scaled down until every format can hold it', async () => {
    const stored = await storePicture(app.ctx, await twoHalves(200, 60_000).jpeg().toBuffer())
    expect(stored.height).toBe(3840)
  })

  test('may have exactly 25 megapixels', async () => {
    const stored = await storePicture(app.ctx, await twoHalves(5000, 5000).jpeg().toBuffer())
    expect(stored).toMatchObject({ width: 960, height: 960 })
  })

  test('is turned upright as its camera noted', async () => {
    const onItsSide = await twoHalves(400, 300).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const stored = await storePicture(app.ctx, onItsSide)

    expect(stored).toMatchObject({ width: 300, height: 400 })
    await expectColour(stored.id, [150, 50], RED)
    await expectColour(stored.id, [150, 350], BLUE)
  })

  test('that moves is kept as its first frame', async () => {
    const frames = [oneColour(300, 300, RED), oneColour(300, 300, BLUE)]
    const pixels = await Promise.all(frames.map((frame) => frame.raw().toBuffer()))
    const moving = await sharp(Buffer.concat(pixels), {
      raw: { width: 300, height: 600, channels: 3, pageHeight: 300 },
    })
      .webp({ delay: [100, 100], loop: 0 })
      .toBuffer()
    expect(await sharp(moving).metadata()).toMatchObject({ pages: 2 })

    const stored = await storePicture(app.ctx, moving)
    expect(stored).toMatchObject({ width: 300, height: 300 })
    await expectColour(stored.id, [150, 290], RED)
  })

  const unusual: Array<[string, (picture: Sharp) => Sharp]> = [
    ['WebP', (picture) => picture.webp()],
    ['progressive JPEG', (picture) => picture.jpeg({ progressive: true })],
    ['PNG with 16 bits a channel', (picture) => picture.toColourspace('rgb16').png()],
    ['PNG with a palette', (picture) => picture.png({ palette: true })],
    ['interlaced PNG', (picture) => picture.png({ progressive: true })],
    ['JPEG with a wide-gamut profile', (picture) => picture.withIccProfile('p3').jpeg()],
  ]
  test.each(unusual)('keeps its colours when it is a %s', async (_, encode) => {
    const stored = await storePicture(app.ctx, await encode(twoHalves()).toBuffer())
    await expectColour(stored.id, [100, 150], RED)
    await expectColour(stored.id, [300, 150], BLUE)
  })

  const printed: Array<[string, (picture: Sharp) => Sharp]> = [
    ['without a profile', (picture) => picture.toColourspace('cmyk').jpeg()],
    ['with its profile', (picture) => picture.withIccProfile('cmyk').jpeg()],
  ]
  test.each(printed)('made for print in CMYK keeps its colours %s', async (_, encode) => {
    const stored = await storePicture(app.ctx, await encode(twoHalves()).toBuffer())
    // CMYK cannot show every colour.
    await expectColour(stored.id, [100, 150], RED, 30)
    await expectColour(stored.id, [300, 150], BLUE, 30)
  })

  const grey: Array<[string, (picture: Sharp) => Sharp]> = [
    ['greyscale JPEG', (picture) => picture.greyscale().jpeg()],
    ['greyscale PNG', (picture) => picture.greyscale().png()],
    ['greyscale PNG with 16 bits', (picture) => picture.toColourspace('grey16').png()],
  ]
  test.each(grey)('may be a %s', async (_, encode) => {
    const picture = encode(twoHalves(400, 300, '#808080', '#f0f0f0'))
    const stored = await storePicture(app.ctx, await picture.toBuffer())
    await expectColour(stored.id, [100, 150], '#808080')
    await expectColour(stored.id, [300, 150], '#f0f0f0')
  })

  test.each(['png', 'webp'] as const)(
    'lies on paper where its %s is transparent',
    async (format) => {
      const clear = { width: 400, height: 300, channels: 4 as const, background: '#00000000' }
      const spot = { width: 100, height: 100, channels: 4 as const, background: RED }
      const picture = sharp({ create: clear }).composite([{ input: { create: spot } }])
      const stored = await storePicture(app.ctx, await picture.toFormat(format).toBuffer())

      await expectColour(stored.id, [20, 20], '#f7f4ee')
      await expectColour(stored.id, [200, 150], RED)
      expect(stored.placeholder).toBe('#f7f4ee')
    },
  )
})

describe('what a picture carried besides its pixels', () => {
  test('place, camera, author and profile are in none of the files', async () => {
    const bytes = await jpegWithPrivateData('Canary-7Q')
    expect(bytes.toString('latin1')).toContain('Canary-7Q')

    const { id } = await storePicture(app.ctx, bytes)
    for (const [key, file] of await filesOf(id)) {
      const marks = ['Canary-7Q', 'Exif', 'EXIF', 'GPS', 'xmpmeta', 'ICC_PROFILE', 'ICCP', 'prof']
      expect(
        marks.filter((mark) => file.includes(mark)),
        key,
      ).toEqual([])
    }
  })

  test('a web page hidden in a picture is gone, the picture stays', async () => {
    const page = '<html><script>alert(document.domain)</script></html>'
    const stored = await storePicture(app.ctx, await jpegThatIsAlsoHtml(page))

    await expectColour(stored.id, [100, 150], RED)
    for (const [key, file] of await filesOf(stored.id)) {
      expect(file.includes('<script'), key).toBe(false)
    }
  })
})

describe('the same picture again', () => {
  test('has the same id with other private data, and in another lossless format', async () => {
    const plain = await storePicture(app.ctx, await twoHalves(320, 240).png().toBuffer())
    const webp = await twoHalves(320, 240)
      .webp({ lossless: true })
      .withExif({ IFD0: { Make: 'X' } })
    expect(await storePicture(app.ctx, await webp.toBuffer())).toEqual(plain)

    const one = await storePicture(app.ctx, await jpegWithPrivateData('one'))
    const two = await storePicture(app.ctx, await jpegWithPrivateData('another one'))
    expect(two).toEqual(one)
    expect(one.id).not.toBe(plain.id)
  })

  test('a picture of the same pixels in another shape has another id', async () => {
    const wide = await storePicture(app.ctx, await oneColour(400, 300).png().toBuffer())
    const tall = await storePicture(app.ctx, await oneColour(300, 400).png().toBuffer())
    expect(wide.id).not.toBe(tall.id)
  })

  test('is not encoded or written again', async () => {
    const bytes = await twoHalves(420, 300).png().toBuffer()
    await storePicture(app.ctx, bytes)

    const put = vi.spyOn(app.ctx.storage, 'put')
    await storePicture(app.ctx, bytes)
    expect(put).not.toHaveBeenCalled()
  })

  test('is written again when one of its files was lost', async () => {
    const bytes = await twoHalves(440, 300).png().toBuffer()
    const { id } = await storePicture(app.ctx, bytes)
    const has = app.ctx.storage.has
    vi.spyOn(app.ctx.storage, 'has').mockImplementation(async (key) =>
      key === `${id}-640.webp` ? false : has(key),
    )

    const put = vi.spyOn(app.ctx.storage, 'put')
    await storePicture(app.ctx, bytes)
    expect(put).toHaveBeenCalledWith(`${id}-640.webp`, expect.anything(), 'image/webp')
  })

  test('sent ten times at once is one picture', async () => {
    const bytes = await twoHalves(460, 300).png().toBuffer()
    const all = await Promise.all(Array.from({ length: 10 }, () => storePicture(app.ctx, bytes)))

    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
    expect(await rowsOf(all[0]?.id)).toHaveLength(1)
  })
})

async function rowsOf(id?: string) {
  const pictures = app.db.selectFrom('pictures').selectAll().orderBy('id')
  return (id === undefined ? pictures : pictures.where('id', '=', id)).execute()
}

async function filesOf(id: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for (const key of pictureFileKeys(id)) {
    const file = await app.ctx.storage.read(key)
    if (file) files.set(key, await buffer(file.body))
  }
  return files
}

async function sizesOf(id: string) {
  const sizes: Record<string, string> = {}
  for (const [key, bytes] of await filesOf(id)) {
    const {
      width,
      height,
      format = '',
    } = key.endsWith('.avif') ? { ...avifSize(bytes), format: '' } : await sharp(bytes).metadata()
    sizes[key.slice(id.length)] = `${width}x${height} ${format}`.trim()
  }
  return sizes
}

/** Compares with a tolerance: lossy formats and colour conversions shift channels a little. */
async function expectColour(
  id: string,
  [left, top]: [number, number],
  colour: string,
  tolerance = 8,
) {
  const jpeg = (await filesOf(id)).get(`${id}.jpg`)
  const pixel = await sharp(jpeg).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()
  const wanted = Buffer.from(colour.slice(1), 'hex')
  const differences = wanted.map((value, channel) => Math.abs(value - (pixel[channel] ?? 0)))
  expect(Math.max(...differences), `${[...pixel]}, not ${colour}`).toBeLessThanOrEqual(tolerance)
}
