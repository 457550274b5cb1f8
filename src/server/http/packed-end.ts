import { crc32 } from 'node:zlib'

/** Content encoding, or none. */
export type Packing = 'br' | 'gzip' | 'plain'

/** Plain length and checksum of compressed bytes that are still open. */
type Open = { length: number; checksum: number }

/**
 * Bytes that append `plain` uncompressed to an open stream that ends on a byte boundary, and close it: both formats
 * have stored blocks.
 */
export function endOf(packing: Packing, plain: Buffer, open: Open): Buffer {
  if (packing === 'br') return brotliEnd(plain)
  return packing === 'gzip' ? gzipEnd(plain, open) : plain
}

/** An empty last block (RFC 7932, 9.2). */
const BROTLI_END = Buffer.from([0b11])
/** Magic, deflate, no flags, no time, unix (RFC 1952, 2.3). */
export const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])

/** Maximum bytes of a stored block, in brotli and in deflate. */
const MOST_BROTLI = 1 << 24
const MOST_DEFLATE = 0xffff

function brotliEnd(plain: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < plain.length; at += MOST_BROTLI) {
    const block = plain.subarray(at, at + MOST_BROTLI)
    parts.push(brotliHead(block.length), block)
  }
  return Buffer.concat([...parts, BROTLI_END])
}

/**
 * Header of an uncompressed block, from the lowest bit: not the last block, number of nibbles of the length, length
 * minus one, uncompressed; the rest of the byte is padding.
 */
function brotliHead(length: number): Buffer {
  const nibbles = length <= 1 << 16 ? 4 : length <= 1 << 20 ? 5 : 6
  const isUnpackedAt = 3 + 4 * nibbles
  const bits = (nibbles - 4) * 2 + (length - 1) * 2 ** 3 + 2 ** isUnpackedAt
  const head = Buffer.alloc(Math.ceil((isUnpackedAt + 1) / 8))
  head.writeUIntLE(bits, 0, head.length)
  return head
}

/** Stored blocks (RFC 1951, 3.2.4), then checksum and length of the whole. */
function gzipEnd(plain: Buffer, { length, checksum }: Open): Buffer {
  const parts: Buffer[] = []
  let at = 0
  do {
    const block = plain.subarray(at, at + MOST_DEFLATE)
    at += block.length
    const head = Buffer.alloc(5)
    head.writeUInt8(at === plain.length ? 1 : 0, 0)
    head.writeUInt16LE(block.length, 1)
    head.writeUInt16LE(block.length ^ MOST_DEFLATE, 3)
    parts.push(head, block)
  } while (at < plain.length)
  const tail = Buffer.alloc(8)
  tail.writeUInt32LE(crc32(plain, checksum), 0)
  tail.writeUInt32LE((length + plain.length) % 2 ** 32, 4)
  return Buffer.concat([...parts, tail])
}
