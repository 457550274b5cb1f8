/** A verified part of a zip, still compressed as it came. */
export type CheckedPart = {
  name: Buffer
  /** Compression method as in zip files: 0 stored, 8 deflated. */
  method: number
  crc: number
  unpackedBytes: number
  packed: Buffer
}

const VERSION = 20
/** Marks names as UTF-8. */
const FLAGS = 0x800
/** 1 January 1980, the earliest date of a zip. */
const DAY = 0x21

/** Writes a zip of exactly these parts: no comments, extra fields or gaps. For small zips: checks no sizes. */
export function writeZip(parts: CheckedPart[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const part of parts) {
    const { name, packed } = part
    const facts = factsOf(part)
    files.push(Buffer.from('PK\x03\x04', 'latin1'), facts, name, packed)
    // After the version: no comment, first disk, no attributes, and the offset of the part.
    const entry = Buffer.alloc(46)
    entry.write('PK\x01\x02', 'latin1')
    entry.writeUInt16LE(VERSION, 4)
    facts.copy(entry, 6)
    entry.writeUInt32LE(at, 42)
    directory.push(entry, name)
    at += 4 + facts.length + name.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(
    directory.reduce((sum, piece) => sum + piece.length, 0),
    12,
  )
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...files, ...directory, end])
}

/** The fields shared by the local header and the directory entry, without extra fields. */
function factsOf({ name, method, crc, unpackedBytes, packed }: CheckedPart): Buffer {
  const facts = Buffer.alloc(26)
  facts.writeUInt16LE(VERSION, 0)
  facts.writeUInt16LE(FLAGS, 2)
  facts.writeUInt16LE(method, 4)
  facts.writeUInt16LE(DAY, 8)
  facts.writeUInt32LE(crc, 10)
  facts.writeUInt32LE(packed.length, 14)
  facts.writeUInt32LE(unpackedBytes, 18)
  facts.writeUInt16LE(name.length, 22)
  return facts
}
