import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ReactNode } from 'react'
import satori from 'satori'
import sharp, { type Sharp } from 'sharp'
import { COLOURS } from '#app/shared/colours.ts'
import {
  DISPLAY,
  dealLayout,
  type Mark,
  MORE,
  markLayout,
  SANS,
  SHARE_SIZE,
  siteLayout,
} from './layout.ts'
import type { ShareCopy } from './words.copy.ts'

/** What to draw; without `words`, the club's own image. */
export type ShareOrder = {
  club: Mark
  words?: ShareCopy
  picture?: Uint8Array | undefined
  /** Focal point in per mille; defaults to the centre. */
  focus?: readonly [x: number, y: number] | undefined
}

/** Portrait pictures keep the shape they have in the feed; wider ones get more room. */
const NARROWEST = (SHARE_SIZE.height * 4) / 5
const WIDEST = 640

/** The finished JPEG. Text is drawn as outlines, so no fonts of the machine are needed. */
export async function drawShare(order: ShareOrder): Promise<Buffer> {
  const { club, words } = order
  if (!words) return finish(sharp(await outline(siteLayout(club), SHARE_SIZE.width)))
  const picture = order.picture
    ? await placePicture(order.picture, words.over !== undefined, order.focus)
    : await drawMark(club)
  const left = picture.width
  const layout = dealLayout(words, { pictureWidth: left, club })
  const written = await outline(layout, SHARE_SIZE.width - left)
  const page = sharp({ create: { ...SHARE_SIZE, channels: 3, background: COLOURS.paper } })
  return finish(
    page.composite([
      { input: picture.data, left: 0, top: 0 },
      { input: written, left, top: 0 },
    ]),
  )
}

async function placePicture(
  bytes: Uint8Array,
  isOver: boolean,
  [x, y]: NonNullable<ShareOrder['focus']> = [500, 500],
) {
  const { width, height } = await sharp(bytes).metadata()
  const shape = Math.round((SHARE_SIZE.height * width) / height)
  const place = { width: Math.min(Math.max(shape, NARROWEST), WIDEST), height: SHARE_SIZE.height }
  // Lossless until the end, so that it is compressed only once.
  const scale = Math.max(place.width / width, place.height / height)
  const whole = {
    width: Math.max(Math.round(width * scale), place.width),
    height: Math.max(Math.round(height * scale), place.height),
  }
  // Crops like the page, around the focal point.
  const cut = {
    left: Math.round(((whole.width - place.width) * x) / 1000),
    top: Math.round(((whole.height - place.height) * y) / 1000),
  }
  const placed = sharp(bytes)
    .resize({ ...whole, fit: 'fill' })
    .extract({ ...cut, ...place })
  // Like the page, ended deals are grey and faint.
  if (isOver) placed.flatten({ background: COLOURS.paper }).grayscale().linear(0.45, 134)
  const data = await placed.png({ compressionLevel: 0 })
  return { data: await data.toBuffer(), width: place.width }
}

async function drawMark(club: Mark) {
  return { data: await outline(markLayout(NARROWEST, club), NARROWEST), width: NARROWEST }
}

async function outline(element: ReturnType<typeof siteLayout>, width: number): Promise<Buffer> {
  const svg = await satori(element as unknown as ReactNode, {
    width,
    height: SHARE_SIZE.height,
    fonts,
  })
  return Buffer.from(svg)
}

function finish(image: Sharp): Promise<Buffer> {
  return image
    .flatten({ background: COLOURS.paper })
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer()
}

type Weight = 500 | 600
const fonts = [
  font('instrument-sans', SANS, 500),
  font('instrument-sans', SANS, 600),
  font('bodoni-moda', DISPLAY, 500),
].flat()

/** A weight of a typeface, from two files: basic Latin, and the rest of the Latin alphabet. */
function font(folder: string, name: string, weight: Weight) {
  return [
    ['latin', ''],
    ['latin-ext', MORE],
  ].map(([letters, suffix]) => ({
    name: `${name}${suffix}`,
    weight,
    style: 'normal' as const,
    data: readFileSync(
      fileURLToPath(
        import.meta.resolve(
          `@fontsource/${folder}/files/${folder}-${letters}-${weight}-normal.woff`,
        ),
      ),
    ),
  }))
}
