import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

// Muted, because ink on paper cannot show much stronger ones.
export const RED = '#a8483c'
export const BLUE = '#3f6ea8'

export function oneColour(
  width: number,
  height: number,
  background: string | { r: number; g: number; b: number } = RED,
): Sharp {
  return sharp({ create: { width, height, channels: 3, background } })
}

/** Two halves side by side, so that rotation, mirroring and swapped colours all show. */
export function twoHalves(width = 400, height = 300, left = RED, right = BLUE): Sharp {
  const half = {
    create: { width: Math.floor(width / 2), height, channels: 3 as const, background: right },
  }
  return oneColour(width, height, left).composite([{ input: half, gravity: 'east' }])
}

/** An asymmetric picture, as a photograph is: recognisable by its likeness. */
export function twoBars(shade: number): Sharp {
  const bar = (left: number, top: number) => ({
    input: { create: { width: 60, height: 180, channels: 3 as const, background: '#222222' } },
    ...{ left, top },
  })
  const background = { r: shade, g: shade, b: shade }
  return oneColour(400, 500, background).composite([bar(40 + shade, 60), bar(260, 260)])
}

/** The same picture as {@link twoHalves}, with the metadata that phones and editors write. */
export async function jpegWithPrivateData(canary: string, width = 400, height = 300) {
  return twoHalves(width, height)
    .jpeg({ quality: 95 })
    .withExif({
      IFD0: { Copyright: canary, Make: canary },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '43/1 39/1 0/1', GPSProcessingMethod: canary },
    })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><note>${canary}</note></x:xmpmeta>`)
    .withIccProfile('srgb')
    .toBuffer()
}

/** A PNG of a few bytes that claims these dimensions. */
export function pngClaiming(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(1000))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(data.length, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}

/** A valid JPEG that is also a web page, once in a comment and once after its end. */
export async function jpegThatIsAlsoHtml(page: string): Promise<Buffer> {
  const jpeg = await twoHalves().jpeg().toBuffer()
  const comment = Buffer.alloc(4 + page.length)
  comment.writeUInt16BE(0xfffe, 0)
  comment.writeUInt16BE(2 + page.length, 2)
  comment.write(page, 4, 'latin1')
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2), Buffer.from(page)])
}

export function svgBytes(width = 400, height = 300): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
      `<rect width="100%" height="100%" fill="${RED}"/></svg>`,
  )
}

/** Returns the dimensions an AVIF file declares (its `ispe` box): the pipeline itself may not open one. */
export function avifSize(bytes: Buffer): { width: number; height: number } {
  const box = bytes.indexOf('ispe')
  return { width: bytes.readUInt32BE(box + 8), height: bytes.readUInt32BE(box + 12) }
}
