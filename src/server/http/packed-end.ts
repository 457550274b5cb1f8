import { crc32 } from 'node:zlib'

/** In which form bytes are sent. */
export type Packing = 'br' | 'gzip' | 'plain'

/** What is known of packed bytes that are still open: how long they are plain, and their checksum. */
type Open = { length: number; checksum: number }

/**
 * What closes packed bytes that end on a whole byte, with `plain` standing behind them as it is: both
 * formats have blocks that are not packed.
 */
export function endOf(packing: Packing, plain: Buffer, open: Open): Buffer {
  if (packing === 'br') return brotliEnd(plain)
  return packing === 'gzip' ? gzipEnd(plain, open) : plain
}

/** The last block, which is empty (RFC 7932, 9.2). */
const BROTLI_END = Buffer.from([0b11])
/** Magic, deflate, no flags, no time, unix (RFC 1952, 2.3). */
export const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])

/** One block holds so much of brotli, and so much of deflate. */
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
 * From the lowest bit: not the last block, how many nibbles its length has, its length less one, not
 * packed; the rest of the byte is left over.
 */
function brotliHead(length: number): Buffer {
  const nibbles = length <= 1 << 16 ? 4 : length <= 1 << 20 ? 5 : 6
  const isUnpackedAt = 3 + 4 * nibbles
  const bits = (nibbles - 4) * 2 + (length - 1) * 2 ** 3 + 2 ** isUnpackedAt
  const head = Buffer.alloc(Math.ceil((isUnpackedAt + 1) / 8))
  head.writeUIntLE(bits, 0, head.length)
  return head
}

/** Blocks that are stored (RFC 1951, 3.2.4), then checksum and length of the whole. */
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
