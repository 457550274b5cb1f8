import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { badSheet } from './problem.ts'
import { type CheckedPart, writeZip } from './zip-writer.ts'

const MAX_ENTRIES = 200
const MAX_INFLATED_BYTES = 64 * 1024 * 1024
/** About ten times what honest sheets reach. */
const MAX_RATIO = 200

const STORED = 0
const DEFLATED = 8

const PART_NAME = /^(\[Content_Types\]\.xml|(_rels|docProps|docMetadata|customXml|xl)\/[\w. /-]*)$/
const MACRO_NAME = /vbaProject|macrosheets|\/ctrlProps\/|activeX/i
const EMBEDDED_NAME = /\/embeddings\/|\.(zip|xls[a-z]?|docx?|jar|exe)$/i

/**
 * Rejects a workbook that is not what it claims or not worth parsing: too large when unpacked, encrypted, with
 * macros, embedded files or a document type. Unpacks and counts every part once, because the sizes in a zip's
 * directory are only claims. Streams, so that only a chunk of a part is in memory.
 *
 * Programs may disagree about the contents of a zip, so returns a new one with only the verified parts for the
 * parser.
 */
export async function checkZip(bytes: Buffer): Promise<Buffer> {
  const zip = await openZip(bytes)
  const entries = await readDirectory(zip, bytes)
  for (const entry of entries) checkEntry(entry)
  if (new Set(entries.map(nameOf)).size < entries.length) throw damaged()

  const declaredBytes = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0)
  if (declaredBytes > MAX_INFLATED_BYTES || declaredBytes > MAX_RATIO * bytes.length) {
    throw badSheet('The file unpacks to far more than a sheet of deals needs.')
  }
  const parts: CheckedPart[] = []
  for (const entry of entries) parts.push(await checkContent(zip, entry, bytes))
  return writeZip(parts)
}

const END_BYTES = 22
const LOCATOR_BYTES = 20
const DIRECTORY_ENTRY_BYTES = 46
/** Extra field with the 64-bit sizes of large files. */
const ZIP64_EXTRA = 1

async function openZip(bytes: Buffer): Promise<ZipFile> {
  // Names and sizes are checked below, with error messages for people.
  const options = { decodeStrings: false, validateEntrySizes: false }
  const zip = await fromBufferPromise(bytes, options).catch(refuseDamaged)
  // The parser of sheets does not know the second directory (zip64) of large files.
  const locatorAt = bytes.length - zip.comment.length - END_BYTES - LOCATOR_BYTES
  if (bytes.toString('latin1', locatorAt, locatorAt + 4) === 'PK\x06\x07') throw damaged()
  checkEnd(bytes.subarray(locatorAt + LOCATOR_BYTES))
  if (zip.entryCount > MAX_ENTRIES) throw badSheet(`The file has more than ${MAX_ENTRIES} parts.`)
  return zip
}

/** Requires a single disk, with the same number of parts in both counts. */
function checkEnd(end: Buffer): void {
  const [disk, diskOfDirectory, countHere, count] = [4, 6, 8, 10].map((at) => end.readUInt16LE(at))
  if (disk !== 0 || diskOfDirectory !== 0 || countHere !== count) throw damaged()
}

async function readDirectory(zip: ZipFile, bytes: Buffer): Promise<Entry[]> {
  const entries = await Array.fromAsync(zip.eachEntry()).catch(refuseDamaged)
  // The directory must end exactly where its end record begins.
  const endAt = bytes.length - zip.comment.length - END_BYTES
  const lengthOf = (entry: Entry) =>
    DIRECTORY_ENTRY_BYTES + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
  const length = entries.reduce((sum, entry) => sum + lengthOf(entry), 0)
  const [claimedLength, startsAt] = [bytes.readUInt32LE(endAt + 12), bytes.readUInt32LE(endAt + 16)]
  if (length !== claimedLength || startsAt + length !== endAt) throw damaged()
  return entries
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
  // A binary workbook with the extension .xlsx.
  if (/^xl\/(workbook|worksheets\/.*)\.bin$/.test(name)) {
    throw badSheet('The file is a binary workbook. Save it as .xlsx and try again.')
  }
  if (![STORED, DEFLATED].includes(entry.compressionMethod)) throw damaged()
  if (entry.extraFields.some(({ id }) => id === ZIP64_EXTRA)) throw damaged()
}

async function checkContent(zip: ZipFile, entry: Entry, bytes: Buffer): Promise<CheckedPart> {
  const isXml = /\.(xml|rels|vml)$/i.test(nameOf(entry))
  let inflatedBytes = 0
  let crc = 0
  let tail: Buffer<ArrayBufferLike> = Buffer.alloc(0)
  const startsAt = await findContent(zip, entry)
  for await (const chunk of unpack(zip, entry)) {
    if (inflatedBytes === 0 && isArchive(chunk)) throw badSheet('The file contains other files.')
    inflatedBytes += chunk.length
    if (inflatedBytes > entry.uncompressedSize) throw badSheet('The file is larger than it claims.')
    crc = crc32(chunk, crc)
    if (isXml) {
      // Keeps a tail, so that a mark split between two chunks is found.
      const seen = Buffer.concat([tail, chunk])
      if (hasDoctype(seen)) throw badSheet('The file contains a document type definition.')
      tail = seen.subarray(-40)
    }
  }
  if (inflatedBytes !== entry.uncompressedSize || crc !== entry.crc32) throw damaged()
  return {
    name: entry.fileNameRaw,
    method: entry.compressionMethod,
    crc,
    unpackedBytes: inflatedBytes,
    packed: bytes.subarray(startsAt, startsAt + entry.compressedSize),
  }
}

/** The offset of a part's data. Its local header must agree with the directory. */
async function findContent(zip: ZipFile, entry: Entry): Promise<number> {
  const header = await zip.readLocalFileHeaderPromise(entry).catch(refuseDamaged)
  const isSame =
    header.compressionMethod === entry.compressionMethod &&
    header.fileName.equals(entry.fileNameRaw)
  if (!isSame) throw damaged()
  return header.fileDataStart
}

async function* unpack(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  try {
    yield* await zip.openReadStreamPromise(entry)
  } catch (error) {
    // Only errors of the stream: what the consumer throws ends the generator without passing here.
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
