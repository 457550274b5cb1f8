import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { badSheet } from './problem.ts'

const MAX_ENTRIES = 200
const MAX_INFLATED_BYTES = 64 * 1024 * 1024
/** Honest sheets reach about a tenth of this. */
const MAX_RATIO = 200

const STORED = 0
const DEFLATED = 8

const PART_NAME = /^(\[Content_Types\]\.xml|(_rels|docProps|docMetadata|customXml|xl)\/[\w. /-]*)$/
const MACRO_NAME = /vbaProject|macrosheets|\/ctrlProps\/|activeX/i
const EMBEDDED_NAME = /\/embeddings\/|\.(zip|xls[a-z]?|docx?|jar|exe)$/i

/**
 * Refuses a workbook that is not what it says or not worth parsing: too large unpacked, encrypted,
 * with macros, embedded files or a document type. Unpacks every part once, counting, because the
 * sizes in a zip's directory are only claims. Never holds more than a piece of a part in memory.
 */
export async function checkZip(bytes: Buffer): Promise<void> {
  const zip = await openZip(bytes)
  const entries = await readDirectory(zip)
  for (const entry of entries) checkEntry(entry)
  if (new Set(entries.map(nameOf)).size < entries.length) throw damaged()

  const declaredBytes = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0)
  if (declaredBytes > MAX_INFLATED_BYTES || declaredBytes > MAX_RATIO * bytes.length) {
    throw badSheet('The file unpacks to far more than a sheet of deals needs.')
  }
  for (const entry of entries) await checkContent(zip, entry)
}

const END_BYTES = 22
const LOCATOR_BYTES = 20

async function openZip(bytes: Buffer): Promise<ZipFile> {
  // Names and sizes are judged here, each with its own words for people.
  const options = { decodeStrings: false, validateEntrySizes: false }
  const zip = await fromBufferPromise(bytes, options).catch(refuseDamaged)
  // A large file's second directory (zip64) is one that the parser of sheets does not know.
  const locatorAt = bytes.length - zip.comment.length - END_BYTES - LOCATOR_BYTES
  if (bytes.toString('latin1', locatorAt, locatorAt + 4) === 'PK\x06\x07') throw damaged()
  if (zip.entryCount > MAX_ENTRIES) throw badSheet(`The file has more than ${MAX_ENTRIES} parts.`)
  return zip
}

async function readDirectory(zip: ZipFile): Promise<Entry[]> {
  try {
    return await Array.fromAsync(zip.eachEntry())
  } catch (error) {
    return refuseDamaged(error)
  }
}

function nameOf({ fileNameRaw }: Entry) {
  return fileNameRaw.toString('utf8')
}

function checkEntry(entry: Entry) {
  const name = nameOf(entry)
  if (entry.isEncrypted()) {
    throw badSheet('The file is encrypted. Save it without a password and try again.')
  }
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
  if (![STORED, DEFLATED].includes(entry.compressionMethod)) throw damaged()
}

async function checkContent(zip: ZipFile, entry: Entry): Promise<void> {
  const isXml = /\.(xml|rels|vml)$/i.test(nameOf(entry))
  let inflatedBytes = 0
  let crc = 0
  let tail: Buffer<ArrayBufferLike> = Buffer.alloc(0)
  for await (const chunk of unpack(zip, entry)) {
    if (inflatedBytes === 0 && isArchive(chunk)) throw badSheet('The file contains other files.')
    inflatedBytes += chunk.length
    if (inflatedBytes > entry.uncompressedSize) throw badSheet('The file is larger than it claims.')
    crc = crc32(chunk, crc)
    if (isXml) {
      // A mark that is cut in two by the end of a piece is still seen.
      const seen = Buffer.concat([tail, chunk])
      if (hasDoctype(seen)) throw badSheet('The file contains a document type definition.')
      tail = seen.subarray(-40)
    }
  }
  if (inflatedBytes !== entry.uncompressedSize || crc !== entry.crc32) throw damaged()
}

async function* unpack(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  try {
    const header = await zip.readLocalFileHeaderPromise(entry)
    // The parser believes what stands before a part, not the directory: it must not see another file.
    if (header.compressionMethod !== entry.compressionMethod) throw damaged()
    yield* await zip.openReadStreamPromise(entry)
  } catch (error) {
    // What the reader of a piece throws ends the loop without passing here.
    refuseDamaged(error)
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

function refuseDamaged(cause: unknown): never {
  throw Object.assign(damaged(), { cause })
}

function damaged() {
  return badSheet('The file is damaged. Open it in your office program and save it again.')
}
