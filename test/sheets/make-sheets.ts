import { readFileSync } from 'node:fs'
import { crc32, deflateRawSync } from 'node:zlib'
import { utils, write } from '@e965/xlsx'

export type Value = string | number | boolean | null

/** Reads a file of this folder. */
export function readFixture(name: string): Buffer {
  return readFileSync(new URL(name, import.meta.url))
}

export function makeWorkbook(rows: Value[][], bookType: 'xlsx' | 'biff8' = 'xlsx'): Buffer {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Deals')
  return write(book, { type: 'buffer', bookType, compression: true })
}

export function makeCsv(rows: Value[][]): Buffer {
  const quote = (value: Value) => `"${String(value ?? '').replaceAll('"', '""')}"`
  return Buffer.from(rows.map((row) => `${row.map(quote).join(',')}\r\n`).join(''))
}

export type Part = {
  name: string
  content: string | Buffer
  flags?: number
  /** The size that the directory declares instead of the true one. */
  declaredBytes?: number
  /** Makes the directory declare the packed bytes as uncompressed content. */
  isCalledUnpacked?: boolean
  /** The name in the local header, if it differs from the directory's. */
  calledBefore?: string
  /** An extra field of the directory entry. */
  extra?: Buffer
}

/** Makes a zip whose directory may be false. */
export function makeZip(parts: Part[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const part of parts) {
    const { name, content, flags = 0, declaredBytes, isCalledUnpacked } = part
    const { calledBefore = name, extra = Buffer.alloc(0) } = part
    const packed = deflateRawSync(Buffer.from(content))
    const bytes = isCalledUnpacked ? packed : Buffer.from(content)
    const nameBytes = Buffer.from(name)
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(flags, 2)
    shared.writeUInt16LE(8, 4)
    shared.writeUInt32LE(crc32(bytes), 10)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(declaredBytes ?? bytes.length, 18)
    shared.writeUInt16LE(nameBytes.length, 22)
    const before = Buffer.from(shared)
    before.writeUInt16LE(Buffer.byteLength(calledBefore), 22)
    const head = Buffer.from('PK\x03\x04', 'latin1')
    const local = [head, before, Buffer.from(calledBefore), packed]
    const entry = Buffer.alloc(46)
    entry.write('PK\x01\x02', 'latin1')
    shared.copy(entry, 6)
    entry.writeUInt16LE(extra.length, 30)
    if (isCalledUnpacked) entry.writeUInt16LE(0, 10)
    entry.writeUInt32LE(at, 42)
    directory.push(entry, nameBytes, extra)
    files.push(...local)
    at += local.reduce((sum, piece) => sum + piece.length, 0)
  }
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...files, ...directory, end])
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Returns the parts of a minimal workbook with this sheet. */
export function workbookParts(sheetXml: string): Part[] {
  return [
    {
      name: '[Content_Types].xml',
      content:
        `<Types xmlns="${PACKAGE}/content-types">` +
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>` +
        `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      content: `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Deals" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    },
    { name: 'xl/worksheets/sheet1.xml', content: sheetXml },
  ]
}

export function sheetXml(rows: string, dimension = ''): string {
  const claim = dimension && `<dimension ref="${dimension}"/>`
  return `<worksheet xmlns="${MAIN}">${claim}<sheetData>${rows}</sheetData></worksheet>`
}

export function textCell(address: string, text: string): string {
  return `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`
}
