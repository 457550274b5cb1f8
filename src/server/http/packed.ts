import { promisify } from 'node:util'
import zlib, { constants } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { endOf, GZIP_HEAD, type Packing } from './packed-end.ts'

type Encoding = Exclude<Packing, 'plain'>

/**
 * Bytes that are sent again and again, in the forms in which somebody took them: packed once for each
 * way of packing, and plain only for as long as nobody has taken them otherwise.
 */
export type Packable = {
  forms: Map<Packing, Buffer | Promise<Buffer>>
  /** What is sent has something of its own at its end: see {@link sendPacked}. */
  isOpen: boolean
  /** Of the plain bytes: gzip wants to know both at its end. */
  length: number
  checksum: number
}

const SMALLEST_PACKED_BYTES = 1024
/** Better than what is packed for one answer alone: these are sent to many. */
const QUALITY = 6

/** An answer that is packed once for all who get it; `isOpen` where more is put behind it. */
export function packable(plain: Buffer, { isOpen = false } = {}): Packable {
  const checksum = isOpen ? zlib.crc32(plain) : 0
  return { forms: new Map([['plain', plain]]), isOpen, length: plain.length, checksum }
}

/** Checked by the schema, then written out once for all who get it. */
export function finishedJson<T>(schema: { parse: (value: unknown) => T }, answer: T): Packable {
  return packable(Buffer.from(JSON.stringify(schema.parse(answer))))
}

/** What it takes in memory just now. */
export function bytesOf({ forms }: Packable): number {
  let sum = 0
  for (const form of forms.values()) sum += form instanceof Promise ? 0 : form.length
  return sum
}

/** In every way at once, for what is sent when there is no time to pack. */
export async function packAll(plain: Buffer): Promise<{ plain: Buffer; br: Buffer; gzip: Buffer }> {
  const [br, gzip] = await Promise.all([pack('br', plain, false), pack('gzip', plain, false)])
  return { plain, br, gzip }
}

const NOTHING = Buffer.alloc(0)

/**
 * Sends them as this client takes them; the caller has said what they are. `end` is what stands behind
 * bytes that were made open: it is appended to the packed ones as it is, which costs next to nothing,
 * and mixes no secret with what others can choose.
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

/** Another form, made of one that is there. */
function take(what: Packable, form: Packing): Promise<Buffer> {
  const made = plainOf(what).then(async (plain) => {
    const bytes = form === 'plain' ? plain : await pack(form, plain, what.isOpen)
    what.forms.set(form, bytes)
    // Whoever wants them plain is rare, and they are many times as long.
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
  // They are put away only once they are there packed.
  const encoding = forms.has('br') ? 'br' : 'gzip'
  const packed = (await forms.get(encoding)) ?? NOTHING
  const whole = isOpen ? Buffer.concat([packed, endOf(encoding, NOTHING, what)]) : packed
  return encoding === 'br' ? unpackBrotli(whole) : unpackGzip(whole)
}

const unpackBrotli = promisify(zlib.brotliDecompress)
const unpackGzip = promisify(zlib.gunzip)

/** Of open bytes without the end that says that nothing follows. */
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

/** The best of ours that a client says it takes; undefined for the bytes as they are. */
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
  // Browsers say one of a few things; whatever else is sent takes no memory.
  if (chosen.size < MOST_CHOSEN) chosen.set(accepted, encoding ?? null)
  return encoding
}

const MOST_CHOSEN = 50
const chosen = new Map<string, Encoding | null>()
