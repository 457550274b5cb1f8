import sharp from 'sharp'
import {
  jpegThatIsAlsoHtml,
  oneColour,
  pngClaiming,
  svgBytes,
  twoHalves,
} from '#test/pictures/sample-pictures.ts'

type HostilePicture = { what: string; make: () => Buffer | Promise<Buffer>; reason: RegExp }

const ONLY_THREE = /Only JPEG, PNG and WebP/
const DAMAGED = /cannot be read/

/** Files that pretend to be pictures, with the message that a person gets. */
export const HOSTILE_PICTURES: HostilePicture[] = [
  {
    what: '900 megapixels in a few bytes',
    make: () => pngClaiming(30_000, 30_000),
    reason: /more than 25 megapixels/,
  },
  {
    what: '900 megapixels that are all there',
    // As documented: about a hundred kilobytes that decompress to more than two gigabytes.
    make: () =>
      sharp({
        create: { width: 10_000, height: 9000, channels: 3, background: '#a8483c' },
        limitInputPixels: false,
      })
        .png({ compressionLevel: 9 })
        .toBuffer(),
    reason: /more than 25 megapixels/,
  },
  {
    what: 'one pixel high and endlessly wide',
    make: () => pngClaiming(0x7fffffff, 1),
    reason: /megapixels|smaller than|cannot be read|too/,
  },
  { what: 'fewer rows than it says', make: () => pngClaiming(4000, 4000), reason: DAMAGED },
  { what: 'a drawing with a script in it', make: svgWithScript, reason: ONLY_THREE },
  {
    what: 'a drawing that asks for a file of the server',
    make: () =>
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink" width="400" height="300"><image x:href="file:///etc/passwd"/></svg>',
      ),
    reason: ONLY_THREE,
  },
  {
    what: 'a web page',
    make: () => Buffer.from('<!doctype html><script>alert(1)</script>'),
    reason: ONLY_THREE,
  },
  {
    what: 'a drawing that begins like a JPEG',
    make: () => Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), svgBytes()]),
    reason: DAMAGED,
  },
  {
    what: 'a GIF that begins like a page',
    make: () => Buffer.from('GIF89a/*<script>*/=1;alert(1)//'),
    reason: ONLY_THREE,
  },
  { what: 'a GIF', make: () => oneColour(400, 300).gif().toBuffer(), reason: ONLY_THREE },
  { what: 'a zip', make: () => Buffer.from('PK\x03\x04'), reason: ONLY_THREE },
  { what: 'a PDF', make: () => Buffer.from('%PDF-1.7\n1 0 obj'), reason: ONLY_THREE },
  { what: 'half a picture', make: halfAPicture, reason: DAMAGED },
]

export const CANARY = 'private-canary-9'

/** A valid picture with an archive at its end and a page in its comment, which browsers once ran. */
export async function polyglot(): Promise<Buffer> {
  const page = await jpegThatIsAlsoHtml(`<script>${CANARY}</script>`)
  return Buffer.concat([page, Buffer.from(`PK\x03\x04${CANARY}PK\x05\x06`, 'latin1')])
}

function svgWithScript(): Buffer {
  return Buffer.from(String(svgBytes()).replace('<rect', '<script>alert(1)</script><rect'))
}

async function halfAPicture(): Promise<Buffer> {
  const bytes = await twoHalves(640, 480).png().toBuffer()
  return bytes.subarray(0, bytes.length / 2)
}
