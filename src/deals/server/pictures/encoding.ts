import { createHash } from 'node:crypto'
import sharp, { type OutputInfo, type Sharp } from 'sharp'
import { COLOURS } from '#app/shared/colours.ts'
import { badPicture, UNREADABLE } from './bad-picture.ts'
import {
  backdropColour,
  detectFormat,
  differenceHash,
  fallbackKey,
  MAX_PIXELS,
  modernKey,
  PIPELINE_VERSION,
  refuseDimensions,
  refuseSize,
  WIDTHS,
  type Width,
} from './pictures.rules.ts'

// libvips would open every format it knows, including an SVG named .jpg.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
// Every picture is processed once, so a cache would only use memory.
sharp.cache(false)
// One thread per picture: encoder-process.ts limits how many run at once.
sharp.concurrency(1)

/** More than ten times what any honest picture needs. */
const LONGEST_DECODE_SECONDS = 10
/** Longest height, in widths; taller pictures are scaled down, since WebP ends at 16,383 pixels. */
const TALLEST = 4

const THUMB = { width: 200, height: 250 }

/** Qualities chosen by eye on soft gradients, efforts by time: more effort saves hardly any bytes on grain. */
export const AVIF = { quality: 70, effort: 1, chromaSubsampling: '4:2:0' }
export const WEBP = { quality: 82, effort: 2 }
export const JPEG = { quality: 80, progressive: true }

/** Upright sRGB without transparency and metadata, at most as wide as the largest file. */
export type Decoded = {
  id: string
  width: number
  height: number
  placeholder: string
  likeness: string
  pixels: Pixels
}

type Pixels = { data: Buffer; info: OutputInfo }

/** Throws a Problem 422 `bad-picture` that explains the problem to people. */
export async function decodePicture(bytes: Buffer): Promise<Decoded> {
  await refuseWhatIsNone(bytes)
  const image = openWhole(bytes)
  const pixels = await fitInside(image, 960)
    .flatten({ background: COLOURS.paper })
    .timeout({ seconds: LONGEST_DECODE_SECONDS })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(refuseUnreadable)

  const { width, height } = pixels.info
  const tiny = open(pixels).resize(16, 16, { fit: 'fill' }).raw()
  return {
    id: identify(pixels),
    width,
    height,
    placeholder: backdropColour(await tiny.toBuffer()),
    likeness: await likenessOf(open(pixels)),
    pixels,
  }
}

/** A WebP for lists, cropped like a card. Rejects what {@link decodePicture} rejects. */
export async function encodeThumb(bytes: Buffer): Promise<Buffer> {
  await refuseWhatIsNone(bytes)
  return openWhole(bytes)
    .resize({ ...THUMB, fit: 'cover' })
    .flatten({ background: COLOURS.paper })
    .timeout({ seconds: LONGEST_DECODE_SECONDS })
    .webp(WEBP)
    .toBuffer()
    .catch(refuseUnreadable)
}

function openWhole(bytes: Buffer): Sharp {
  return sharp(bytes, { autoOrient: true, failOn: 'error', limitInputPixels: MAX_PIXELS })
}

async function refuseWhatIsNone(bytes: Buffer): Promise<void> {
  const tooLarge = refuseSize(bytes.length)
  if (tooLarge) throw badPicture(tooLarge)
  if (!detectFormat(bytes)) throw badPicture('Only JPEG, PNG and WebP pictures can be used.')

  const header = await sharp(bytes, { limitInputPixels: false }).metadata().catch(refuseUnreadable)
  const badSize = refuseDimensions(header.width, header.height)
  if (badSize) throw badPicture(badSize)
}

/** The likeness of a stored picture. Throws the 422 of `decodePicture` when it cannot be read. */
export async function readLikeness(bytes: Buffer): Promise<string> {
  const image = sharp(bytes, { failOn: 'error', limitInputPixels: MAX_PIXELS })
  return likenessOf(image.timeout({ seconds: LONGEST_DECODE_SECONDS })).catch(refuseUnreadable)
}

/** A difference hash: for each of 8 by 8 cells, whether it is lighter than the one to its right. */
async function likenessOf(image: Sharp): Promise<string> {
  const tiny = image.resize(9, 8, { fit: 'fill' }).greyscale().raw()
  return differenceHash(await tiny.toBuffer())
}

export type PictureFile = { key: string; bytes: Buffer; contentType: string }

/** The seven files of a picture, generated one by one. */
export async function* encodePicture({ id, pixels }: Decoded): AsyncGenerator<PictureFile> {
  for (const width of WIDTHS) {
    const avif = fitInside(open(pixels), width).avif(AVIF)
    yield {
      key: modernKey(id, width, 'avif'),
      bytes: await avif.toBuffer(),
      contentType: 'image/avif',
    }
    const webp = fitInside(open(pixels), width).webp(WEBP)
    yield {
      key: modernKey(id, width, 'webp'),
      bytes: await webp.toBuffer(),
      contentType: 'image/webp',
    }
  }
  const jpeg = open(pixels).jpeg(JPEG)
  yield { key: fallbackKey(id), bytes: await jpeg.toBuffer(), contentType: 'image/jpeg' }
}

/** Never enlarges: a smaller picture yields a smaller file under the same name. */
function fitInside(image: Sharp, width: Width): Sharp {
  const height = width * TALLEST
  return image.resize({ width, height, fit: 'inside', withoutEnlargement: true })
}

function open({ data, info: { width, height, channels } }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } })
}

/** Derives the id from the pixels, regardless of file name and metadata. */
function identify({ data, info }: Pixels): string {
  return createHash('sha256')
    .update(`${PIPELINE_VERSION}:${info.width}x${info.height}:`)
    .update(data)
    .digest('hex')
    .slice(0, 32)
}

function refuseUnreadable(): never {
  throw badPicture(UNREADABLE)
}
