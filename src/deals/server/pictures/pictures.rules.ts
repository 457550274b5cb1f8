import { MOST_PICTURE_BYTES } from '#app/deals/deals.facts.ts'
import { formatMegabytes } from '#app/shared/counts.ts'

/** Part of every id: raising it gives all pictures new ids and files when encoding changes. */
export const PIPELINE_VERSION = 1

export const MAX_PIXELS = 25_000_000
const MIN_SIDE = 200

/** Widths offered to browsers. The widest is also that of the fallback JPEG. */
export const WIDTHS = [320, 640, 960] as const
export type Width = (typeof WIDTHS)[number]
const MODERN_FORMATS = ['avif', 'webp'] as const

type PictureFormat = 'jpeg' | 'png' | 'webp'

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const JPEG_SIGNATURE = Buffer.from([0xff, 0xd8, 0xff])

/** Detects the format by the first bytes; names and declared types are not trusted. */
export function detectFormat(bytes: Buffer): PictureFormat | undefined {
  if (bytes.subarray(0, 3).equals(JPEG_SIGNATURE)) return 'jpeg'
  if (bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return 'png'
  const isRiff = bytes.toString('latin1', 0, 4) === 'RIFF'
  if (isRiff && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp'
  return
}

/** Why a file of this size is rejected before it is read; undefined when it is acceptable. */
export function refuseSize(sizeBytes: number): string | undefined {
  if (sizeBytes > MOST_PICTURE_BYTES) {
    return `The picture is larger than ${formatMegabytes(MOST_PICTURE_BYTES)}.`
  }
  return
}

/** Why a picture of these dimensions is rejected; undefined when it is acceptable. */
export function refuseDimensions(width: number, height: number): string | undefined {
  if (width * height > MAX_PIXELS) return 'The picture has more than 25 megapixels.'
  if (Math.min(width, height) < MIN_SIDE) return 'The picture is smaller than 200 by 200 pixels.'
  return
}

/** The storage keys of a picture's seven files. */
export function pictureFileKeys(id: string): string[] {
  const modern = WIDTHS.flatMap((width) =>
    MODERN_FORMATS.map((format) => modernKey(id, width, format)),
  )
  return [...modern, fallbackKey(id)]
}

export function modernKey(id: string, width: Width, format: (typeof MODERN_FORMATS)[number]) {
  return `${id}-${width}.${format}`
}

export function fallbackKey(id: string): string {
  return `${id}.jpg`
}

/** 64 bits in hexadecimal, from 9 by 8 grey values: whether each is lighter than the next in its row. */
export function differenceHash(greys: Uint8Array): string {
  let digits = ''
  for (let row = 0; row < 8; row += 1) {
    let bits = 0
    for (let at = row * 9; at < row * 9 + 8; at += 1) {
      bits = bits * 2 + Number((greys[at] ?? 0) > (greys[at + 1] ?? 0))
    }
    digits += bits.toString(16).padStart(2, '0')
  }
  return digits
}

/**
 * The placeholder colour while a picture loads, as #rrggbb: the median of each channel, which is the backdrop's
 * colour when there is one rather than a muddy mix of it and the product. Takes RGB triples.
 */
export function backdropColour(pixels: Uint8Array): string {
  const channels = [0, 1, 2].map((channel) => {
    const values = pixels.filter((_, index) => index % 3 === channel).sort()
    const median = values[values.length >> 1] ?? 0
    return median.toString(16).padStart(2, '0')
  })
  return `#${channels.join('')}`
}
