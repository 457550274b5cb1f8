import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { CHROMIUM_ARGS, findHeadlessChromium } from '#scripts/tests/needs.ts'
import { writeWebm } from './webm.ts'

/**
 * Renders the demo's film, without sound, from its pictures, with Chromium's canvas and encoder. `node
 * scripts/draw-film.ts`; with `--still 5` only the frame at that second.
 */
const WIDTH = 1280
const HEIGHT = 720
const PER_SECOND = 24
const SECONDS = 17
const BITS_PER_SECOND = 360_000
const KEY_EVERY = 48

const fileOf = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url))
const font = (file: string) =>
  `data:font/woff2;base64,${readFileSync(fileOf(`node_modules/${file}`)).toString('base64')}`

const PICTURES = ['trench-1', 'gown-1', 'blazer-1', 'tote-1', 'pump-1', 'knit-1', 'watch-1']
PICTURES.push('shoulder-bag-1', 'ankle-boot-1', 'dress-1')
const pictures: Record<string, string> = {}
for (const name of PICTURES) {
  const bytes = await sharp(fileOf(`demo/pictures/${name}.jpg`))
    .resize(720, 900)
    .jpeg()
    .toBuffer()
  pictures[name] = `data:image/jpeg;base64,${bytes.toString('base64')}`
}
const given = {
  pictures,
  serif: font('@fontsource/bodoni-moda/files/bodoni-moda-latin-400-normal.woff2'),
  sans: font('@fontsource/instrument-sans/files/instrument-sans-latin-500-normal.woff2'),
  size: { width: WIDTH, height: HEIGHT },
  frames: { perSecond: PER_SECOND, count: SECONDS * PER_SECOND, keyEvery: KEY_EVERY },
  bitrate: BITS_PER_SECOND,
  still: process.argv[2] === '--still' ? Number(process.argv[3]) : undefined,
}

const executablePath = findHeadlessChromium()
if (!executablePath) throw new Error('The film is drawn by Chromium, which is not here.')
const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS })
const page = await browser.newPage()
// The encoder is available in secure contexts only; this page is never fetched from the network.
await page.route('http://localhost/**', (route) =>
  route.fulfill({ contentType: 'text/html', body: '<title>Film</title>' }),
)
await page.goto('http://localhost/film')
const drawn = await page.evaluate(drawFilm, given)
await browser.close()

if (typeof drawn === 'string') {
  writeFileSync('film-still.png', Buffer.from(drawn.split(',')[1] ?? '', 'base64'))
} else {
  const film = writeWebm({
    codec: 'V_VP9',
    width: WIDTH,
    height: HEIGHT,
    durationMs: SECONDS * 1000,
    chunks: drawn.map(({ base64, ...chunk }) => ({
      ...chunk,
      bytes: Buffer.from(base64, 'base64'),
    })),
  })
  writeFileSync(fileOf('demo/film/film.webm'), film)
  console.log(`film.webm ${Math.round(film.length / 1024)} kB`)
}

/** Runs in the page, so it must not refer to anything outside itself. */
async function drawFilm({ pictures, serif, sans, size, frames, bitrate, still }: typeof given) {
  const { width, height } = size
  const [PAPER, INK, SOFT, HAIRLINE, OXBLOOD] = [
    '#f7f4ee',
    '#1b1714',
    '#645b52',
    '#dad2c5',
    '#701c28',
  ] as const
  const faces = [
    new FontFace('Film Serif', `url(${serif})`),
    new FontFace('Film Sans', `url(${sans})`),
  ]
  for (const face of faces) document.fonts.add(await face.load())
  const images: Record<string, HTMLImageElement> = {}
  for (const [name, source] of Object.entries(pictures)) {
    const image = new Image()
    image.src = source
    await image.decode()
    images[name] = image
  }
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d') as CanvasRenderingContext2D

  const ease = (x: number) => 1 - (1 - Math.min(1, Math.max(0, x))) ** 3
  /** Progress, from 0 to 1, of an animation that begins at a second and lasts `takes` seconds. */
  const since = (time: number, begin: number, takes = 0.9) => ease((time - begin) / takes)

  /** Draws a picture that covers a box, scaled further by `zoom`. */
  function picture(name: string, [x, y, w, h]: [number, number, number, number], zoom = 1) {
    const image = images[name]
    if (!image) return
    const scale = Math.max(w / image.width, h / image.height) * zoom
    const [sw, sh] = [w / scale, h / scale]
    pen.drawImage(image, (image.width - sw) / 2, (image.height - sh) / 2, sw, sh, x, y, w, h)
  }
  type Words = { x: number; y: number; font: string; color: string; spacing?: string }
  function words(text: string, { x, y, font, color, spacing = '0px' }: Words, alpha = 1) {
    pen.save()
    pen.globalAlpha *= alpha
    pen.font = font
    pen.fillStyle = color
    pen.letterSpacing = spacing
    pen.fillText(text, x, y + (1 - alpha) * 14)
    pen.restore()
  }
  function line(x: number, y: number, length: number, color: string) {
    pen.fillStyle = color
    pen.fillRect(x, y, length, 1.5)
  }
  const fill = (color: string) => {
    pen.fillStyle = color
    pen.fillRect(0, 0, width, height)
  }
  const CAPS = { font: '500 17px "Film Sans"', spacing: '2.6px' }

  /** The poster, with the page sliding in from the left. */
  function opening(time: number) {
    fill(PAPER)
    const panel = (width - 16) / 3
    for (const [index, name] of ['trench-1', 'gown-1', 'blazer-1'].entries()) {
      picture(name, [index * (panel + 8), 0, panel, height], 1.02 + time * 0.012)
    }
    pen.fillStyle = PAPER
    pen.fillRect(0, 0, since(time, 1, 1.2) * (panel + 8), height)
    const at = { x: 64, color: INK }
    words('DAILY DEALS', { ...at, ...CAPS, y: 250 }, since(time, 1.8))
    line(64, 272, 250 * since(time, 1.9), INK)
    for (const [index, text] of ['A new', 'edition', 'every', 'morning.'].entries()) {
      words(
        text,
        { ...at, y: 350 + index * 66, font: '400 66px "Film Serif"' },
        since(time, 2 + index * 0.14),
      )
    }
  }

  /** Pieces passing by like a contact sheet. */
  function sheet(time: number) {
    fill(PAPER)
    const names = ['pump-1', 'knit-1', 'watch-1', 'shoulder-bag-1', 'ankle-boot-1', 'dress-1']
    names.push('tote-1', 'trench-1')
    const [w, h, gap] = [352, 440, 24]
    for (const [index, name] of names.entries()) {
      const x = 64 + index * (w + gap) - time * 190
      if (x < width && x > -w) picture(name, [x, 96, w, h], 1.04)
    }
    line(64, 596, (width - 128) * since(time, 0.2, 1.4), INK)
    words(
      'Designer fashion, marked down.',
      { x: 64, y: 656, font: '400 44px "Film Serif"', color: INK },
      since(time, 0.7),
    )
  }

  /** One piece, first as everybody sees it, then as members do. */
  function piece(time: number) {
    fill(PAPER)
    picture('tote-1', [0, 0, 576, height], 1.02 + time * 0.014)
    const x = 664
    const opened = since(time, 2.9, 0.7)
    words('MAISON AUBRELLE', { x, y: 214, ...CAPS, color: INK }, since(time, 0.5))
    const name = { x, font: '400 58px "Film Serif"', color: INK }
    const locked = since(time, 0.7) * (1 - since(time, 2.6, 0.35))
    words('Members see', { ...name, y: 292 }, locked)
    words('what it is.', { ...name, y: 356 }, locked)
    words('Structured tote', { ...name, y: 292 }, opened)
    words('in oxblood calf', { ...name, y: 356 }, opened)
    line(x, 404, 536 * since(time, 0.8, 1.2), HAIRLINE)
    const shown = since(time, 1.1)
    words('$416', { x, y: 466, font: '500 40px "Film Sans"', color: OXBLOOD }, shown)
    words('$1,190', { x: x + 118, y: 466, font: '500 26px "Film Sans"', color: SOFT }, shown)
    pen.save()
    pen.globalAlpha *= shown
    pen.font = '500 26px "Film Sans"'
    line(x + 116, 457, pen.measureText('$1,190').width + 4, SOFT)
    pen.restore()
    words('65% off', { x: x + 214, y: 466, font: '500 26px "Film Sans"', color: INK }, shown)
    const button = since(time, 3.3)
    pen.save()
    pen.globalAlpha *= button
    pen.fillStyle = OXBLOOD
    pen.fillRect(x, 520, 300, 64)
    pen.restore()
    words(
      'Opens at the retailer',
      { x: x + 46, y: 559, font: '500 21px "Film Sans"', color: PAPER },
      button,
    )
  }

  function closing(time: number) {
    fill(INK)
    pen.textAlign = 'center'
    words(
      'Nouveau',
      { x: width / 2, y: 392, font: '400 168px "Film Serif"', color: PAPER },
      since(time, 0.2, 1.2),
    )
    words(
      'DESIGNER CLUB',
      { x: width / 2, y: 456, font: '500 20px "Film Sans"', spacing: '7px', color: '#b9afa3' },
      since(time, 0.8, 1),
    )
    pen.textAlign = 'start'
  }

  const scenes = [
    { begin: 0, draw: opening },
    { begin: 4.4, draw: sheet },
    { begin: 8.8, draw: piece },
    { begin: 14, draw: closing },
  ]
  function draw(time: number) {
    pen.globalAlpha = 1
    const current = scenes.findLastIndex(({ begin }) => time >= begin)
    const FADE = 0.6
    for (const index of [current - 1, current]) {
      const scene = scenes[index]
      if (!scene) continue
      const into = time - scene.begin
      pen.save()
      pen.globalAlpha = index === current && index > 0 ? Math.min(1, into / FADE) : 1
      if (index === current || time - (scenes[current]?.begin ?? 0) < FADE) {
        // An incoming scene is drawn on a layer of its own, so that it fades in as a whole.
        scene.draw(into)
      }
      pen.restore()
    }
  }
  if (still !== undefined) {
    draw(still)
    return canvas.toDataURL('image/png')
  }

  const chunks: Array<{ timeMs: number; isKey: boolean; base64: string }> = []
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const bytes = new Uint8Array(chunk.byteLength)
      chunk.copyTo(bytes)
      const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
      const timeMs = Math.round(chunk.timestamp / 1000)
      chunks.push({ timeMs, isKey: chunk.type === 'key', base64 })
    },
    error: (error) => console.error(error),
  })
  encoder.configure({
    codec: 'vp09.00.31.08',
    width,
    height,
    bitrate,
    framerate: frames.perSecond,
    latencyMode: 'quality',
  })
  for (let index = 0; index < frames.count; index += 1) {
    draw(index / frames.perSecond)
    const timestamp = Math.round((index * 1_000_000) / frames.perSecond)
    const frame = new VideoFrame(canvas, { timestamp })
    encoder.encode(frame, { keyFrame: index % frames.keyEvery === 0 })
    frame.close()
    while (encoder.encodeQueueSize > 4) await new Promise((done) => setTimeout(done, 5))
  }
  await encoder.flush()
  return chunks
}
