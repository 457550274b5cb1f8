import { promisify } from 'node:util'
import zlib, { constants } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { endOf, GZIP_HEAD, type Packing } from './packed-end.ts'

type Encoding = Exclude<Packing, 'plain'>

/**
 * Bytes that are sent many times, compressed once for each encoding that a client asked for. The plain form is
 * dropped once there is a compressed one.
 */
export type Packable = {
  forms: Map<Packing, Buffer | Promise<Buffer>>
  /** Each answer gets an end of its own: see {@link sendPacked}. */
  isOpen: boolean
  /** Of the plain bytes; the gzip trailer needs length and checksum. */
  length: number
  checksum: number
}

const SMALLEST_PACKED_BYTES = 1024
/** Higher than for a single answer, because these are sent many times. */
const QUALITY = 6

/** An answer compressed once for all recipients; `isOpen` if a personal end will be appended. */
export function packable(plain: Buffer, { isOpen = false } = {}): Packable {
  const checksum = isOpen ? zlib.crc32(plain) : 0
  return { forms: new Map([['plain', plain]]), isOpen, length: plain.length, checksum }
}

/** Validates an answer by its schema and serializes it once for all recipients. */
export function finishedJson<T>(schema: { parse: (value: unknown) => T }, answer: T): Packable {
  return packable(Buffer.from(JSON.stringify(schema.parse(answer))))
}

/** Bytes it currently takes in memory. */
export function bytesOf({ forms }: Packable): number {
  let sum = 0
  for (const form of forms.values()) sum += form instanceof Promise ? 0 : form.length
  return sum
}

/** Compresses in all encodings ahead of time. */
export async function packAll(plain: Buffer): Promise<{ plain: Buffer; br: Buffer; gzip: Buffer }> {
  const [br, gzip] = await Promise.all([pack('br', plain, false), pack('gzip', plain, false)])
  return { plain, br, gzip }
}

const NOTHING = Buffer.alloc(0)

/**
 * Sends the bytes in the encoding this client accepts; the caller has set the content type. `end` is appended to open
 * bytes uncompressed: that is cheap, and a secret in it is never compressed together with text that others can choose
 * (BREACH).
 */
export async function sendPacked(
  request: FastifyRequest,
  reply: FastifyReply,
  what: Packable,
  end: Buffer = NOTHING,
): Promise<FastifyReply> {
  const vary = reply.getHeader('vary')
  reply.header('vary', vary ? `${vary}, accept-encoding` : 'accept-encoding')
  const isSmall = what.length < SMALLEST_PACKED_BYTES
  const encoding = isSmall ? undefined : encodingFor(request.headers['accept-encoding'])
  const packing = encoding ?? 'plain'
  const form = what.forms.get(packing) ?? take(what, packing)
  const bytes = form instanceof Promise ? await form : form
  if (encoding) reply.header('content-encoding', encoding)
  return reply.send(what.isOpen ? Buffer.concat([bytes, endOf(packing, end, what)]) : bytes)
}

/** Creates another form from an existing one. */
function take(what: Packable, form: Packing): Promise<Buffer> {
  const made = plainOf(what).then(async (plain) => {
    const bytes = form === 'plain' ? plain : await pack(form, plain, what.isOpen)
    what.forms.set(form, bytes)
    // Plain bytes are many times as long and rarely wanted.
    if (form !== 'plain') what.forms.delete('plain')
    return bytes
  })
  what.forms.set(form, made)
  made.catch(() => what.forms.delete(form))
  return made
}

async function plainOf(what: Packable): Promise<Buffer> {
  const { forms, isOpen } = what
  const plain = forms.get('plain')
  if (plain && !(plain instanceof Promise)) return plain
  // The plain form is dropped only once a compressed one exists.
  const encoding = forms.has('br') ? 'br' : 'gzip'
  const packed = (await forms.get(encoding)) ?? NOTHING
  const whole = isOpen ? Buffer.concat([packed, endOf(encoding, NOTHING, what)]) : packed
  return encoding === 'br' ? unpackBrotli(whole) : unpackGzip(whole)
}

const unpackBrotli = promisify(zlib.brotliDecompress)
const unpackGzip = promisify(zlib.gunzip)

/** Compresses; open bytes are left without the end marker. */
function pack(encoding: Encoding, plain: Buffer, isOpen: boolean): Promise<Buffer> {
  if (encoding === 'br') {
    const finishFlush = isOpen
      ? constants.BROTLI_OPERATION_FLUSH
      : constants.BROTLI_OPERATION_FINISH
    const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY }
    return promisify(zlib.brotliCompress)(plain, { finishFlush, params })
  }
  if (!isOpen) return promisify(zlib.gzip)(plain)
  const raw = promisify(zlib.deflateRaw)(plain, { finishFlush: constants.Z_SYNC_FLUSH })
  return raw.then((bytes) => Buffer.concat([GZIP_HEAD, bytes]))
}

/** The best encoding a client accepts; undefined for none. */
export function encodingFor(accepted = ''): Encoding | undefined {
  const known = chosen.get(accepted)
  if (known !== undefined) return known ?? undefined
  const taken = new Set(
    accepted
      .toLowerCase()
      .split(',')
      .map((each) => each.trim())
      .filter((each) => !/;\s*q=0(\.0*)?$/.test(each))
      .map((each) => each.split(';')[0]?.trim()),
  )
  const encoding = (['br', 'gzip'] as const).find((each) => taken.has(each))
  // Browsers send one of a few values; others are not remembered, to bound memory.
  if (chosen.size < MOST_CHOSEN) chosen.set(accepted, encoding ?? null)
  return encoding
}

const MOST_CHOSEN = 50
const chosen = new Map<string, Encoding | null>()
