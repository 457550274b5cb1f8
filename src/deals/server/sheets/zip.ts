import { crc32, createInflateRaw } from 'node:zlib'
import { badSheet } from './problem.ts'

const MAX_ENTRIES = 200
const MAX_INFLATED_BYTES = 64 * 1024 * 1024
/** Honest sheets reach about a tenth of this. */
const MAX_RATIO = 200

const PART_NAME = /^(\[Content_Types\]\.xml|(_rels|docProps|docMetadata|customXml|xl)\/[\w. /-]*)$/
const MACRO_NAME = /vbaProject|macrosheets|\/ctrlProps\/|activeX/i
const EMBEDDED_NAME = /\/embeddings\/|\.(zip|xls[a-z]?|docx?|jar|exe)$/i

type Entry = {
  name: string
  flags: number
  method: number
  crc: number
  compressedBytes: number
  inflatedBytes: number
  localHeaderAt: number
}

/**
 * Refuses a workbook that is not what it says or not worth parsing: too large unpacked, encrypted,
 * with macros, embedded files or a document type. Unpacks every part once, counting, because the
 * sizes in a zip's directory are only claims. Never holds more than a piece of a part in memory.
 */
export async function checkZip(bytes: Buffer): Promise<void> {
  const entries = readDirectory(bytes)
  for (const entry of entries) checkEntry(entry)
  if (new Set(entries.map((entry) => entry.name)).size < entries.length) throw damaged()

  const declaredBytes = entries.reduce((sum, entry) => sum + entry.inflatedBytes, 0)
  if (declaredBytes > MAX_INFLATED_BYTES || declaredBytes > MAX_RATIO * bytes.length) {
    throw badSheet('The file unpacks to far more than a sheet of deals needs.')
  }
  for (const entry of entries) await checkContent(entry, partBytes(bytes, entry))
}

const END_BYTES = 22
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30

function readDirectory(bytes: Buffer): Entry[] {
  const endAt = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (endAt < 0 || endAt + END_BYTES > bytes.length) throw damaged()
  const count = bytes.readUInt16LE(endAt + 10)
  if (count > MAX_ENTRIES) throw badSheet(`The file has more than ${MAX_ENTRIES} parts.`)

  const entries: Entry[] = []
  let at = bytes.readUInt32LE(endAt + 16)
  for (let number = 0; number < count; number += 1) {
    if (at + ENTRY_BYTES > endAt || bytes.toString('latin1', at, at + 4) !== 'PK\x01\x02') {
      throw damaged()
    }
    const nameBytes = bytes.readUInt16LE(at + 28)
    entries.push({
      name: bytes.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes),
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      compressedBytes: bytes.readUInt32LE(at + 20),
      inflatedBytes: bytes.readUInt32LE(at + 24),
      localHeaderAt: bytes.readUInt32LE(at + 42),
    })
    at += ENTRY_BYTES + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

function checkEntry({ name, flags, method }: Entry) {
  if (flags & 1) throw badSheet('The file is encrypted. Save it without a password and try again.')
  if (MACRO_NAME.test(name)) {
    throw badSheet('The file contains macros. Save it as a plain .xlsx and try again.')
  }
  if (EMBEDDED_NAME.test(name)) throw badSheet('The file contains other files.')
  if (!PART_NAME.test(name) || name.includes('..')) {
    throw badSheet('The file is not an Excel workbook. Save it as .xlsx and try again.')
  }
  // A binary workbook under another name.
  if (/^xl\/(workbook|worksheets\/.*)\.bin$/.test(name)) {
    throw badSheet('The file is a binary workbook. Save it as .xlsx and try again.')
  }
  if (method !== 0 && method !== 8) throw damaged()
}

function partBytes(bytes: Buffer, entry: Entry): Buffer {
  const { localHeaderAt, compressedBytes } = entry
  if (localHeaderAt + LOCAL_BYTES > bytes.length) throw damaged()
  if (bytes.toString('latin1', localHeaderAt, localHeaderAt + 4) !== 'PK\x03\x04') throw damaged()
  // The parser believes what stands before a part, not the directory: it must not see another file.
  if (bytes.readUInt16LE(localHeaderAt + 8) !== entry.method) throw damaged()
  const from =
    localHeaderAt +
    LOCAL_BYTES +
    bytes.readUInt16LE(localHeaderAt + 26) +
    bytes.readUInt16LE(localHeaderAt + 28)
  if (from + compressedBytes > bytes.length) throw damaged()
  return bytes.subarray(from, from + compressedBytes)
}

async function checkContent(entry: Entry, compressed: Buffer): Promise<void> {
  const isXml = /\.(xml|rels|vml)$/i.test(entry.name)
  let inflatedBytes = 0
  let crc = 0
  let tail: Buffer<ArrayBufferLike> = Buffer.alloc(0)
  for await (const chunk of unpack(entry, compressed)) {
    if (inflatedBytes === 0 && isArchive(chunk)) throw badSheet('The file contains other files.')
    inflatedBytes += chunk.length
    if (inflatedBytes > entry.inflatedBytes) throw badSheet('The file is larger than it claims.')
    crc = crc32(chunk, crc)
    if (isXml) {
      // A mark that is cut in two by the end of a piece is still seen.
      const seen = Buffer.concat([tail, chunk])
      if (hasDoctype(seen)) throw badSheet('The file contains a document type definition.')
      tail = seen.subarray(-40)
    }
  }
  if (inflatedBytes !== entry.inflatedBytes || crc !== entry.crc) throw damaged()
}

async function* unpack(entry: Entry, compressed: Buffer): AsyncGenerator<Buffer> {
  if (entry.method === 0) {
    yield compressed
    return
  }
  const inflate = createInflateRaw({ chunkSize: 64 * 1024 })
  inflate.end(compressed)
  try {
    for await (const chunk of inflate) yield chunk
  } catch (error) {
    // What the reader of a piece throws ends the loop without passing here.
    throw Object.assign(damaged(), { cause: error })
  }
}

function isArchive(chunk: Buffer) {
  const start = chunk.toString('latin1', 0, 4)
  return start === 'PK\x03\x04' || start === 'Rar!' || start === '\xd0\xcf\x11\xe0'
}

const DOCTYPES = ['<!DOCTYPE', '<!doctype', '<!ENTITY'].flatMap((mark) => [
  Buffer.from(mark, 'latin1'),
  Buffer.from(mark, 'utf16le'),
  Buffer.from(mark, 'utf16le').swap16(),
])

function hasDoctype(xml: Buffer) {
  return DOCTYPES.some((mark) => xml.includes(mark))
}

function damaged() {
  return badSheet('The file is damaged. Open it in your office program and save it again.')
}
