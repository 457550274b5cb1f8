import { expect, test } from 'vitest'
import { MOST_PICTURE_BYTES } from '#app/deals/deals.facts.ts'
import { PICTURE_KEY } from '#app/server/storage/storage.ts'
import {
  backdropColour,
  detectFormat,
  pictureFileKeys,
  refuseDimensions,
  refuseSize,
} from './pictures.rules.ts'

test.each([
  ['a JPEG', '\xff\xd8\xff\xe0', 'jpeg'],
  ['a PNG', '\x89PNG\r\n\x1a\n', 'png'],
  ['a WebP', 'RIFF\0\0\0\0WEBP', 'webp'],
  ['a GIF', 'GIF89a', undefined],
  ['an SVG', '<svg xmlns=', undefined],
  ['an AVIF', '\0\0\0\x20ftypavif', undefined],
  ['a sound in the same container as WebP', 'RIFF\0\0\0\0WAVE', undefined],
  ['a PNG broken by text conversion', '\x89PNG\n\x1a\n', undefined],
  ['nothing', '', undefined],
])('%s is told by its first bytes', (_, start, format) => {
  expect(detectFormat(Buffer.from(start, 'latin1'))).toBe(format)
})

test.each([
  [5000, 5000, undefined],
  [5001, 5000, 'The picture has more than 25 megapixels.'],
  [200, 200, undefined],
  [199, 4000, 'The picture is smaller than 200 by 200 pixels.'],
  [4000, 199, 'The picture is smaller than 200 by 200 pixels.'],
])('a picture of %i by %i pixels: %s', (width, height, reason) => {
  expect(refuseDimensions(width, height)).toBe(reason)
})

test('a picture may have 8 MB and not a byte more', () => {
  expect(refuseSize(MOST_PICTURE_BYTES)).toBeUndefined()
  expect(refuseSize(MOST_PICTURE_BYTES + 1)).toBe('The picture is larger than 8 MB.')
})

test('a picture has seven files, under names that storage accepts', () => {
  const keys = pictureFileKeys('0f'.repeat(16))
  expect(new Set(keys).size).toBe(7)
  for (const key of keys) expect(key).toMatch(PICTURE_KEY)
})

test('the placeholder is the colour of the backdrop and not a mix with the product', () => {
  const backdrop = Array.from({ length: 6 }, () => [0xef, 0xe6, 0x08]).flat()
  const product = Array.from({ length: 4 }, () => [0x10, 0, 0xff]).flat()
  expect(backdropColour(Uint8Array.from([...product, ...backdrop]))).toBe('#efe608')
})
