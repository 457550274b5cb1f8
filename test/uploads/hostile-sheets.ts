import {
  makeZip,
  readFixture,
  sheetXml,
  textCell,
  workbookParts,
} from '#test/sheets/make-sheets.ts'

type HostileSheet = { what: string; fileName: string; make: () => Buffer; reason: RegExp }

const MB = 1024 * 1024
const headings = `<row r="1">${textCell('A1', 'Brand')}</row>`
const workbook = workbookParts(sheetXml(headings))
const packed = (name: string, content: Buffer | string, lie = {}) =>
  makeZip([...workbook, { name, content, ...lie }])
const withSheet = (xml: string | Buffer) =>
  makeZip([...workbook.slice(0, -1), { name: 'xl/worksheets/sheet1.xml', content: xml }])
const spaces = (bytes: number) => Buffer.alloc(bytes, ' ')

const UNPACKS = /unpacks to far more/
const DAMAGED = /damaged|could not be read|has no sheet/

/** Sheets that were made to do harm, with the message that a person gets. */
export const HOSTILE_SHEETS: HostileSheet[] = [
  xlsx('a bomb that says what it is', () => packed('xl/a.xml', spaces(100 * MB)), UNPACKS),
  xlsx(
    'a bomb whose directory lies',
    () => packed('xl/a.xml', spaces(100 * MB), { declaredBytes: 100 }),
    /larger than it claims/,
  ),
  xlsx(
    'a bomb that says it is not packed',
    () => packed('xl/a.xml', spaces(65 * MB), { isCalledUnpacked: true }),
    DAMAGED,
  ),
  xlsx('a bomb inside the sheet itself', () => withSheet(spaces(65 * MB)), UNPACKS),
  xlsx(
    'a small file of a thousand million cells',
    () =>
      withSheet(
        sheetXml(
          `${headings}<row r="1048576">${textCell('XFD1048576', 'far')}</row>`,
          'A1:XFD1048576',
        ),
      ),
    /reaches down to row 1048576|more than 40 columns/,
  ),
  xlsx(
    'a range of a thousand million cells with one in it',
    () => withSheet(sheetXml(headings, 'A1:XFD1048576')),
    /reaches down|more than 40 columns|headings but no deals/,
  ),
  xlsx(
    'cells merged over the whole sheet',
    () =>
      withSheet(
        sheetXml(headings).replace(
          '</sheetData>',
          '</sheetData><mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>',
        ),
      ),
    /too many merged cells: unmerge them/,
  ),
  xlsx(
    'a thousand million laughs',
    () =>
      withSheet(
        '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>' +
          sheetXml(`<row r="1">${textCell('A1', '&b;')}</row>`),
      ),
    /document type/,
  ),
  xlsx(
    'an entity that names a file of the server',
    () =>
      withSheet(
        Buffer.from(
          `<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>${sheetXml(headings)}`,
          'utf16le',
        ),
      ),
    /document type/,
  ),
  xlsx(
    'a password',
    () => makeZip(workbook.map((part) => ({ ...part, flags: 1 }))),
    /password|encrypted/,
  ),
  xlsx('macros', () => packed('xl/vbaProject.bin', 'Sub Auto_Open()'), /macros/),
  xlsx('macros of the nineties', () => packed('xl/macrosheets/sheet1.xml', '<x/>'), /macros/),
  xlsx('an archive inside', () => packed('xl/a.bin', makeZip(workbook)), /other files/),
  xlsx('a program inside', () => packed('xl/embeddings/a.exe', 'MZ'), /other files/),
  xlsx('a part outside of itself', () => packed('xl/../../../a.xml', 'x'), /not an Excel/),
  xlsx('a second directory, which only some programs read', () => withLargeDirectory(), DAMAGED),
  xlsx('macros that only some programs count', () => withHiddenPart(), DAMAGED),
  xlsx(
    'a part behind the end of its directory',
    () => {
      const zip = packed('xl/vbaProject.bin', 'Sub Auto_Open()')
      for (const at of [8, 10]) zip.writeUInt16LE(workbook.length, zip.length - 22 + at)
      return zip
    },
    DAMAGED,
  ),
  xlsx(
    'a directory on another disk',
    () => {
      const zip = makeZip(workbook)
      zip.writeUInt16LE(1, zip.length - 22 + 6)
      return zip
    },
    DAMAGED,
  ),
  xlsx(
    'a part that calls itself otherwise',
    () => packed('xl/a.bin', 'Sub Auto_Open()', { calledBefore: 'xl/vbaProject.bin' }),
    DAMAGED,
  ),
  xlsx(
    'a part with the sizes of a far larger one',
    () => packed('xl/a.xml', 'x', { extra: Buffer.from([1, 0, 0, 0]) }),
    DAMAGED,
  ),
  xlsx('two parts of one name', () => makeZip([...workbook, ...workbook]), DAMAGED),
  xlsx(
    'thousands of parts',
    () => makeZip(Array.from({ length: 5000 }, (_, at) => ({ name: `xl/${at}.xml`, content: '' }))),
    /more than 200 parts/,
  ),
  xlsx('nothing but the first bytes', () => Buffer.from('PK\x03\x04'), DAMAGED),
  xlsx('an old workbook', () => readFixture('deals.xls'), /password|really an \.xls/),
  {
    what: 'an .xls whose chain of sectors goes round in circles',
    fileName: 'deals.xls',
    make: () => withChains(() => 1),
    reason: DAMAGED,
  },
  {
    what: 'an .xls whose chain leads out of the file',
    fileName: 'deals.xls',
    make: () => withChains(() => 0x7fffffff),
    reason: DAMAGED,
  },
  {
    what: 'an .xls that is a web page',
    fileName: 'deals.xls',
    make: () => Buffer.from('<html><script>alert(1)</script><table><tr><td>Brand'),
    reason: /web page/,
  },
  {
    what: 'a .csv that never closes a quotation mark',
    fileName: 'deals.csv',
    make: () => Buffer.from(`Brand\n"${'a'.repeat(MB)}`),
    reason: /never closed/,
  },
  {
    what: 'a .csv of a million separators',
    fileName: 'deals.csv',
    make: () => Buffer.from(`Brand\n${','.repeat(MB)}x\n`),
    reason: /more than 40 columns/,
  },
  {
    what: 'a .csv of millions of empty lines',
    fileName: 'deals.csv',
    make: () => Buffer.from(`Brand${'\n'.repeat(7 * MB)}`),
    reason: /headings but no deals|reaches down/,
  },
  {
    what: 'a .csv of one endless word',
    fileName: 'deals.csv',
    make: () => Buffer.alloc(8 * MB, 'a'),
    reason: /headings but no deals/,
  },
]

function xlsx(what: string, make: () => Buffer, reason: RegExp): HostileSheet {
  return { what: `an .xlsx with ${what}`, fileName: 'deals.xlsx', make, reason }
}

/** Our zip reader uses one of the two counts of its parts, the sheet parser the other. */
function withHiddenPart(): Buffer {
  const zip = packed('xl/vbaProject.bin', 'Sub Auto_Open()')
  zip.writeUInt16LE(workbook.length, zip.length - 22 + 10)
  return zip
}

/** The directory format of files over 4 GB (zip64), here repeating the same directory. */
function withLargeDirectory(): Buffer {
  const zip = makeZip(workbook)
  const end = zip.subarray(-22)
  const record = Buffer.alloc(56)
  record.write('PK\x06\x06', 'latin1')
  record.writeUInt32LE(44, 4)
  record.writeUInt32LE(end.readUInt16LE(10), 24)
  record.writeUInt32LE(end.readUInt16LE(10), 32)
  record.writeUInt32LE(end.readUInt32LE(12), 40)
  record.writeUInt32LE(end.readUInt32LE(16), 48)
  const locator = Buffer.alloc(20)
  locator.write('PK\x06\x07', 'latin1')
  locator.writeUInt32LE(zip.length - end.length, 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([zip.subarray(0, -22), record, locator, end])
}

/** The allocation table is in the sector that the header names; an entry names the next sector. */
function withChains(nextOf: (sector: number) => number): Buffer {
  const bytes = Buffer.from(readFixture('deals.xls'))
  const table = (bytes.readUInt32LE(76) + 1) * 512
  for (let sector = 0; sector < 128; sector += 1) {
    bytes.writeUInt32LE(nextOf(sector), table + 4 * sector)
  }
  return bytes
}
