import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  crc32,
  deflateRawSync,
  gunzipSync,
} from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { endOf, GZIP_HEAD } from './packed-end.ts'

const page = Buffer.from(`<!doctype html>${'<li>a deal of the day</li>'.repeat(3000)}`)
const open = { length: page.length, checksum: crc32(page) }

/** Lengths at which the head of a block changes, and at which another block begins. */
const LENGTHS = [0, 1, 200, 65_534, 65_535, 65_536, 65_537, 1 << 20, (1 << 20) + 1, (1 << 24) + 1]

describe.each(LENGTHS)('bytes with %i others behind them', (length) => {
  const beside = Buffer.alloc(length, 'é"<')
  const whole = Buffer.concat([page, beside])

  test('are read as one by brotli', () => {
    const packed = brotliCompressSync(page, { finishFlush: constants.BROTLI_OPERATION_FLUSH })
    const sent = Buffer.concat([packed, endOf('br', beside, open)])
    expect(brotliDecompressSync(sent).equals(whole)).toBe(true)
  })

  test('are read as one by gzip', () => {
    const packed = deflateRawSync(page, { finishFlush: constants.Z_SYNC_FLUSH })
    const sent = Buffer.concat([GZIP_HEAD, packed, endOf('gzip', beside, open)])
    expect(gunzipSync(sent).equals(whole)).toBe(true)
  })
})
