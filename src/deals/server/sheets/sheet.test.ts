import { utils, write } from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import {
  makeCsv,
  makeWorkbook,
  makeZip,
  readFixture,
  sheetXml,
  textCell,
  workbookParts,
} from '#test/sheets/make-sheets.ts'
import { readSheet } from './sheet.ts'

async function refusalOf(fileName: string, bytes: Buffer): Promise<string> {
  const outcome = await readSheet(fileName, bytes).catch((error: Error) => error)
  if (!(outcome instanceof Error)) throw new Error(`${fileName} was read`)
  expect(outcome).toMatchObject({ name: 'Problem', status: 422, code: 'bad-sheet' })
  return outcome.message
}

describe('a sheet', () => {
  test.each(['deals.xlsx', 'deals.xls'])(
    '%s is read as its office program shows it',
    async (name) => {
      const { rows, notes } = await readSheet(name, readFixture(name))
      expect(rows.map(({ row }) => row)).toEqual([1, 2, 4, 5, 8])
      expect(rows[1]?.cells).toEqual([
        ...['Delphine Corvané', 'Silk scarf “Étoile”', 1290, 645],
        'https://www.atelier-nord.example/scarves/etoile?utm_source=mail&colour=ivory',
        ...['Atelier Nord', 'Accessories', 'One size', true, true, 1],
        ...[{ date: '2026-11-02T09:30:00' }, 'first of the season'],
      ])
      expect(rows[2]?.cells.slice(0, 4)).toEqual([
        ...['  Lucrezia Tarvo ', 'Größe M: Wollmantel, gefüttert  ', '$1,290.00', '899.5'],
      ])
      expect(notes).toEqual(['Only the sheet "Deals" was read, of 2 in the file.'])
    },
  )

  test('reads the same from every kind of .csv', async () => {
    const names = ['semicolon-windows-1252.csv', 'tab-utf8.csv', 'semicolon-utf8-bom-crlf.csv']
    const expected = await readSheet('a.csv', readFixture('comma-utf8.csv'))
    expect(expected.rows.map(({ row }) => row)).toEqual([1, 2, 4, 5, 8])
    expect(expected.rows[2]?.cells[1]).toBe('Größe M: Wollmantel, gefüttert  ')
    for (const name of names)
      expect(await readSheet(name, readFixture(name)), name).toEqual(expected)
    // Saved by Excel as 'Unicode Text', in either byte order.
    const unicode = Buffer.from(`\ufeff${readFixture('tab-utf8.csv')}`, 'utf16le')
    for (const bytes of [unicode, Buffer.from(unicode).swap16()])
      expect(await readSheet('unicode.csv', bytes)).toEqual(expected)
  })

  test.each([
    [
      'sep=;\r\nBrand;Link\r\nA;b\r\n',
      [
        ['Brand', 'Link'],
        ['A', 'b'],
      ],
    ],
    [
      'Brand,Link\rA,b',
      [
        ['Brand', 'Link'],
        ['A', 'b'],
      ],
    ],
    [
      '"Brand, or house";Link\n"A ""B""\nC";d',
      [
        ['Brand, or house', 'Link'],
        ['A "B"\nC', 'd'],
      ],
    ],
    [
      'Our buyers, spring\n\nBrand;Name;Link\nA;b, c;d\n',
      [['Our buyers, spring'], ['Brand', 'Name', 'Link'], ['A', 'b, c', 'd']],
    ],
    [
      'Currency;Dollars\nEUR;1,085\n',
      [
        ['Currency', 'Dollars'],
        ['EUR', '1,085'],
      ],
    ],
    [
      'Brand,Link\n,\n=cmd|calc,b,\n',
      [
        ['Brand', 'Link'],
        ['=cmd|calc', 'b'],
      ],
    ],
  ])('takes %j apart', async (text, cells) => {
    const { rows } = await readSheet('a.csv', Buffer.from(text))
    expect(rows.map((row) => row.cells)).toEqual(cells)
  })

  test('takes the stored result of a formula and never works one out', async () => {
    const cells = [
      '<c r="A1" t="str"><f>CONCATENATE("Sol","vane")</f><v>Solvane</v></c>',
      '<c r="B1"><f>WEBSERVICE("https://evil.example")</f><v>7</v></c>',
      '<c r="C1" t="e"><f>#REF!+1</f><v>#REF!</v></c>',
      // Written by libraries, with formulas that no office program has calculated yet.
      '<c r="D1"><f>B1*0.5</f></c>',
      '<c r="E1"><f>B1*0.5</f><v></v></c>',
      '<c r="F1"><f>B1*0.5</f><v/></c>',
      '<c r="G1" t="n"><f>B1*0.5</f><v/></c>',
      '<c r="H1" t="str"><f>B1&amp;"x"</f><v></v></c>',
    ]
    const xml = sheetXml(`<row r="1">${cells.join('')}</row>`)
    const { rows } = await readSheet('a.xlsx', makeZip(workbookParts(xml)))
    const unknown = { error: 'a formula without a result' }
    expect(rows[0]?.cells).toEqual([
      ...['Solvane', 7, { error: '#REF!' }, unknown, unknown, unknown, unknown],
    ])
  })

  test('skips hidden sheets, and counts days from 1904 where the file does', async () => {
    const book = utils.book_new()
    utils.book_append_sheet(book, utils.aoa_to_sheet([['Not this one']]), 'Lists')
    const dates = utils.aoa_to_sheet([['Date']])
    Object.assign(dates, { A2: { t: 'n', v: 44_884, z: 'yyyy-mm-dd' }, '!ref': 'A1:A2' })
    utils.book_append_sheet(book, dates, 'Deals')
    book.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }], WBProps: { date1904: true } }
    const { rows } = await readSheet('a.xlsx', write(book, { type: 'buffer', bookType: 'xlsx' }))
    expect(rows.map((row) => row.cells)).toEqual([['Date'], [{ date: '2026-11-20T00:00:00' }]])
  })

  test('has room for 10,000 deals and not for one more', async () => {
    const rows = Array.from({ length: 10_001 }, (_, index) => [`Brand ${index}`, 'x'])
    for (const [name, make] of [
      ['a.xlsx', makeWorkbook],
      ['a.csv', makeCsv],
    ] as const) {
      expect((await readSheet(name, make(rows))).rows).toHaveLength(10_001)
      expect(await refusalOf(name, make([...rows, ['one more']]))).toContain('At most 10000 deals')
    }
  })

  test('has room for 40 columns and not for one more', async () => {
    const row = Array.from({ length: 40 }, (_, index) => `Column ${index}`)
    for (const [name, make] of [
      ['a.xlsx', makeWorkbook],
      ['a.csv', makeCsv],
    ] as const) {
      expect((await readSheet(name, make([row]))).rows[0]?.cells).toHaveLength(40)
      expect(await refusalOf(name, make([[...row, 'x']]))).toContain('more than 40 columns')
    }
  })
})

describe('a file is refused', () => {
  const workbook = workbookParts(sheetXml(`<row r="1">${textCell('A1', 'Brand')}</row>`))

  test('the smallest workbook is not', async () => {
    expect((await readSheet('a.xlsx', makeZip(workbook))).rows).toHaveLength(1)
  })

  test.each<[string, string, Buffer, string]>([
    ['has another ending', 'a.ods', Buffer.from('x'), 'Only .xlsx'],
    ['is empty', 'a.csv', Buffer.alloc(0), 'empty'],
    ['is too large', 'a.csv', Buffer.alloc(8 * 1024 * 1024 + 1, 'a'), 'larger than 8 MB'],
    ['is a web page', 'a.xls', Buffer.from('<html><table><tr><td>1'), 'web page'],
    ['is really .xls', 'a.xlsx', readFixture('deals.xls'), 'password'],
    ['is really .xlsx', 'a.xls', readFixture('deals.xlsx'), 'not what its name says'],
    [
      'is a picture',
      'a.csv',
      Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1'),
      'not what its name says',
    ],
    ['is UTF-16 with NULs', 'a.csv', Buffer.from('\ufeffBrand\0', 'utf16le'), 'not text'],
    ['never closes a quotation mark', 'a.csv', Buffer.from('Brand\n"A'), 'never closed'],
    ['is cut off', 'a.xlsx', readFixture('deals.xlsx').subarray(0, 3000), 'damaged'],
    ['is cut off', 'a.xls', readFixture('deals.xls').subarray(0, 600), 'could not be read'],
    ['is only a heading of a file', 'a.xlsx', Buffer.from('PK\x03\x04'), 'damaged'],
  ])('when it %s (%s)', async (_why, name, bytes, reason) => {
    expect(await refusalOf(name, bytes)).toContain(reason)
  })

  test.each<[string, Buffer, string]>([
    [
      'a bomb',
      makeZip([...workbook, { name: 'xl/a.xml', content: Buffer.alloc(65 * 1024 * 1024, ' ') }]),
      'unpacks to far more',
    ],
    [
      'a small bomb',
      makeZip([...workbook, { name: 'xl/a.xml', content: Buffer.alloc(4 * 1024 * 1024, ' ') }]),
      'unpacks to far more',
    ],
    [
      'a directory that lies',
      makeZip([
        ...workbook,
        { name: 'xl/a.xml', content: Buffer.alloc(65 * 1024 * 1024, ' '), declaredBytes: 100 },
      ]),
      'larger than it claims',
    ],
    [
      'a directory that calls a bomb unpacked',
      makeZip([
        ...workbook,
        { name: 'xl/a.xml', content: Buffer.alloc(65 * 1024 * 1024, ' '), isCalledUnpacked: true },
      ]),
      'damaged. Open it in your office program',
    ],
    ['encryption', makeZip(workbook.map((part) => ({ ...part, flags: 1 }))), 'encrypted'],
    ['macros', makeZip([...workbook, { name: 'xl/vbaProject.bin', content: 'x' }]), 'macros'],
    [
      'a zip inside',
      makeZip([...workbook, { name: 'xl/a.bin', content: makeZip(workbook) }]),
      'other files',
    ],
    [
      'a document',
      makeZip([...workbook, { name: 'xl/embeddings/a.bin', content: 'x' }]),
      'other files',
    ],
    ['a way out', makeZip([...workbook, { name: 'xl/../../a.xml', content: 'x' }]), 'not an Excel'],
    ['another format', makeZip([{ name: 'content.xml', content: '<x/>' }]), 'not an Excel'],
    ['two parts of one name', makeZip([...workbook, ...workbook]), 'damaged'],
    [
      'too many parts',
      makeZip(Array.from({ length: 201 }, (_, n) => ({ name: `xl/${n}.xml`, content: '' }))),
      'more than 200 parts',
    ],
    [
      'no workbook',
      makeZip([{ name: '[Content_Types].xml', content: '<Types/>' }]),
      'could not be read',
    ],
  ])('with %s', async (_what, bytes, reason) => {
    expect(await refusalOf('a.xlsx', bytes)).toContain(reason)
  })

  test.each(['utf8', 'utf16le'] as const)('with a document type in %s', async (encoding) => {
    const xml =
      '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>' +
      sheetXml(`<row r="1">${textCell('A1', '&b;')}</row>`)
    const parts = workbookParts('').slice(0, -1)
    const content = Buffer.from(xml, encoding)
    const bytes = makeZip([...parts, { name: 'xl/worksheets/sheet1.xml', content }])
    expect(await refusalOf('a.xlsx', bytes)).toContain('document type')
  })

  test.each([
    ['rows', 'A1:A1048576', textCell('A1', 'Brand'), ''],
    ['cells', 'A1:XFD1048576', textCell('A1', 'Brand'), textCell('XFD1048576', 'far')],
    ['columns', 'A1:XFD1', textCell('A1', 'Brand') + textCell('XFD1', 'far'), ''],
  ])('with far %s', async (_what, dimension, first, last) => {
    const rows = `<row r="1">${first}</row>${last && `<row r="1048576">${last}</row>`}`
    const reason = await refusalOf('a.xlsx', makeZip(workbookParts(sheetXml(rows, dimension))))
    expect(reason).toMatch(/reaches down to row 1048576|more than 40 columns/)
  })
})

describe('the parsing process', () => {
  test('lets others wait, and turns away more than a few', async () => {
    const file = makeCsv([['Brand'], ['A']])
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, () => readSheet('a.csv', file)),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
    expect(outcomes.at(-1)).toMatchObject({ reason: { status: 503 } })
    expect((await readSheet('a.csv', file)).rows).toHaveLength(2)
  })
})
