import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Encoding = 'br' | 'gzip'

/** Bytes that are sent again and again, and what they are packed, once for each way of packing. */
export type Packable = { plain: Buffer; packed: Map<Encoding, Promise<Buffer>> }

const SMALLEST_PACKED_BYTES = 1024
/** Better than what is packed for one answer alone: these are sent to many. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

export function packable(plain: Buffer): Packable {
  return { plain, packed: new Map() }
}

/** In every way at once, for what is sent when there is no time to pack. */
export async function packAll(plain: Buffer): Promise<{ plain: Buffer; br: Buffer; gzip: Buffer }> {
  const [br, gzip] = await Promise.all([pack('br', plain), pack('gzip', plain)])
  return { plain, br, gzip }
}

/** Sends them as this client takes them; the caller has said what they are. */
export async function sendPacked(
  request: FastifyRequest,
  reply: FastifyReply,
  { plain, packed }: Packable,
): Promise<FastifyReply> {
  const vary = reply.getHeader('vary')
  reply.header('vary', vary ? `${vary}, accept-encoding` : 'accept-encoding')
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (!encoding || plain.length < SMALLEST_PACKED_BYTES) return reply.send(plain)
  let bytes = packed.get(encoding)
  if (!bytes) {
    bytes = pack(encoding, plain)
    packed.set(encoding, bytes)
  }
  return reply.header('content-encoding', encoding).send(await bytes)
}

function pack(encoding: Encoding, plain: Buffer): Promise<Buffer> {
  return encoding === 'br' ? promisify(brotliCompress)(plain, QUALITY) : promisify(gzip)(plain)
}

/** The best of ours that a client says it takes; undefined for the bytes as they are. */
export function encodingFor(accepted = ''): Encoding | undefined {
  const taken = new Set(
    accepted
      .toLowerCase()
      .split(',')
      .map((each) => each.trim())
      .filter((each) => !/;\s*q=0(\.0*)?$/.test(each))
      .map((each) => each.split(';')[0]?.trim()),
  )
  return (['br', 'gzip'] as const).find((encoding) => taken.has(encoding))
}
