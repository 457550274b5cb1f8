import { utils, type WorkSheet, write } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { makeCsv, type Value } from '#test/sheets/make-sheets.ts'
import { coat, HEADINGS, useImports } from '#test/sheets/use-imports.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()
const { importRows, allDeals } = useImports(app)

type Drawn = { rows: Value[][]; draw?: (sheet: WorkSheet) => void }

function bookOf(sheets: Record<string, Drawn>): Buffer {
  const book = utils.book_new()
  for (const [name, { rows, draw }] of Object.entries(sheets)) {
    const sheet = utils.aoa_to_sheet(rows)
    draw?.(sheet)
    utils.book_append_sheet(book, sheet, name)
  }
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true })
}

const tryBook = (bytes: Buffer, choices = {}) =>
  importRows([], { fileName: 'deals.xlsx', bytes, isDryRun: true, choices })

test('a cover, a title, French headings, merged cells, texts with addresses and totals are ordinary', async () => {
  const rows: Value[][] = [
    ['Sélection de novembre', null, null, null],
    [null],
    ['Marque', 'Désignation', 'Prix initial', 'Prix soldé', 'Boutique'],
    ['Solvane', 'Manteau', '1 290,00', 645, 'Atelier Nord'],
    [null, 'Écharpe', 240, 120, 'Atelier Nord'],
    ['Total', null, 1530, 765],
  ]
  const bytes = bookOf({
    Couverture: { rows: [['Atelier Nord'], ['Novembre 2026']] },
    Pièces: {
      rows,
      draw(sheet) {
        sheet['!merges'] = [
          { s: { r: 0, c: 0 }, e: { r: 0, c: 3 } },
          { s: { r: 3, c: 0 }, e: { r: 4, c: 0 } },
        ]
        sheet.B4.l = { Target: 'https://atelier.example/manteau' }
        sheet.B5.l = { Target: 'https://atelier.example/echarpe' }
      },
    },
  })
  const report = await tryBook(bytes)
  expect(report.problems).toEqual([])
  expect(report.rows.map(({ row, brandName, domain }) => [row, brandName, domain])).toEqual([
    [4, 'Solvane', 'atelier.example'],
    [5, 'Solvane', 'atelier.example'],
  ])
  expect(report.sheet).toMatchObject({
    name: 'Pièces',
    names: ['Couverture', 'Pièces'],
    headingRow: 3,
  })
  expect(report.notes).toEqual(
    expect.arrayContaining([
      'The headings stand in row 3; 1 row above it was left aside.',
      'The addresses were taken from the links behind “Désignation”.',
      'Row 6 is a total, and was left aside.',
    ]),
  )
  await importRows([], { fileName: 'deals.xlsx', bytes })
  expect((await allDeals()).map(({ buyUrl }) => buyUrl)).toEqual([
    'https://atelier.example/manteau',
    'https://atelier.example/echarpe',
  ])
  // Another sheet than the detected one, or one that does not exist.
  expect((await tryBook(bytes, { sheet: 'Couverture' })).sheet.name).toBe('Couverture')
  await expect(tryBook(bytes, { sheet: 'Nowhere' })).rejects.toMatchObject({ code: 'bad-sheet' })
})

test('cells merged sideways hold for each of their columns; a heading and a title do not', async () => {
  const rows: Value[][] = [
    ['Brand', 'Product', 'Was', null, 'Now', 'Link'],
    ['Bags', null, null, null, null, null],
    ['Solvane', 'Tote', 400, null, null, 'https://atelier.example/tote'],
    ['Solvane', 'Clutch', 300, null, 150, 'https://atelier.example/clutch'],
    ['Total', null, null, null, null, null, 900],
  ]
  const merge = (r: number, from: number, to: number) => ({ s: { r, c: from }, e: { r, c: to } })
  const bytes = bookOf({
    Deals: {
      rows,
      draw(sheet) {
        sheet['!merges'] = [merge(0, 2, 3), merge(1, 0, 5), merge(2, 2, 4), merge(4, 0, 5)]
      },
    },
  })
  const report = await tryBook(bytes, { without: [2] })
  expect(report.problems).toEqual([])
  expect(report.rows.map((row) => [row.row, row.originalPrice, row.salePrice])).toEqual([
    [3, 400, 400],
    [4, 300, 150],
  ])
  expect(report.notes).toContain('Row 5 is a total, and was left aside.')
  const { problems } = await tryBook(bytes)
  expect(problems.map(({ row, column }) => [row, column])).toEqual([
    [2, 'Product'],
    [2, 'Link'],
  ])
})

test('rows hidden by a filter are counted, taken or left', async () => {
  const bytes = bookOf({
    Deals: {
      rows: [HEADINGS, coat(1), coat(2), coat(3)],
      draw(sheet) {
        sheet['!autofilter'] = { ref: 'A1:E4' }
        sheet['!rows'] = [{}, {}, { hidden: true }]
      },
    },
  })
  const rowsOf = async (choices: object) => {
    const { sheet, rowCount } = await tryBook(bytes, choices)
    return [sheet.hiddenRows, rowCount]
  }
  expect(await rowsOf({})).toEqual([1, 3])
  expect(await rowsOf({ hiddenRows: 'take' })).toEqual([1, 3])
  expect(await rowsOf({ hiddenRows: 'leave' })).toEqual([1, 2])
})

test('columns are said by hand, cells mended and rows left out; a column with dates says what it does', async () => {
  const rows: Value[][] = [
    ['Maker', 'What', 'Euro', 'Date', 'Price', 'Where'],
    ['Solvane', 'Coat', 'x', '2026-11-02', '64O', 'https://shop.example/1'],
    ['Solvane', 'Cape', 'x', '2026-11-04', '300', 'https://shop.example/2'],
    ['Solvane', 'Hat', 'x', '', '100', 'no address'],
  ]
  const attempt = (choices: object) =>
    importRows([], { bytes: makeCsv(rows), isDryRun: true, choices })
  const first = await attempt({})
  expect(first.problems.map(({ column }) => column)).toEqual(
    expect.arrayContaining(['Brand', 'Product Name', 'Buy URL']),
  )
  const columns = { 0: 'brandName', 1: 'productName', 5: 'buyUrl' }
  const mapped = await attempt({ columns })
  expect(mapped.problems.map(({ row, column, value }) => [row, column, value])).toEqual([
    [2, 'Price', '64O'],
    [4, 'Where', 'no address'],
  ])
  expect(mapped.notes.join(' ')).toMatch(
    /“Date” is read as the day on which a deal was published: 2 rows, from November 2.* to November 4.*\. What goes out stands under that day/,
  )
  expect(mapped.sheet.columns[2]).toEqual({
    ...{ index: 2, heading: 'Euro', field: null, isChosen: false, samples: ['x'] },
  })
  const mended = await attempt({
    columns: { ...columns, 3: '' },
    cells: [{ row: 2, column: 4, value: '640' }],
    without: [4],
  })
  expect([mended.problems, mended.rowCount, mended.rows[0]?.salePrice]).toEqual([[], 2, 640])
  expect(mended.sheet).toMatchObject({ withoutRows: 1, mendedCells: 1 })
  expect(mended.notes.join(' ')).not.toContain('published')
})

test('beside prices with a comma before their cents one before three figures is asked about', async () => {
  const rows: Value[][] = [
    HEADINGS,
    ['Solvane', 'Coat', '1.290,00', '450,50', 'https://shop.example/1'],
    ['Solvane', 'Cape', '19,9', '9,900', 'https://shop.example/2'],
  ]
  const { problems, notes, rows: read } = await importRows(rows, { isDryRun: true })
  expect(problems).toEqual([
    {
      ...{ row: 3, column: 'Now', value: '9,900' },
      reason: 'can be read in two ways; write it like 1290.00',
    },
  ])
  expect(read.find(({ row }) => row === 2)).toMatchObject({ originalPrice: 1290, salePrice: 450.5 })
  expect(notes).toContain(
    'Prices have a comma before their cents: “1.290,00” was read as 1,290.00.',
  )
  // In other sheets the comma separates thousands.
  const [, coatOf] = rows
  const plain = [HEADINGS, [...(coatOf ?? []).slice(0, 2), '$12,500', '9,900', coatOf?.[4] ?? '']]
  const other = await importRows(plain, { isDryRun: true })
  expect([other.problems, other.rows[0]?.salePrice]).toEqual([[], 9900])
})

test('without the pictures that cannot be had the others go in', async () => {
  const rows = [
    [...HEADINGS, 'Image'],
    [...coat(1), 'nowhere.jpg'],
  ]
  const attempt = (choices: object) => importRows(rows, { isDryRun: true, choices })
  const [first, second] = [await attempt({}), await attempt({ withoutPictures: true })]
  expect([first.problems.length, first.sheet.missingPictures]).toEqual([1, 1])
  expect([second.problems, second.createdCount, second.sheet.missingPictures]).toEqual([[], 1, 1])
})

test('what was said of a retailer’s columns is kept, and offered again', async () => {
  const sheet = (maker: string, number: number) => [
    [maker, 'Product', 'Was', 'Now', 'Link'],
    coat(number, 'atelier.example'),
  ]
  const columns = { 0: 'brandName' }
  const offersOf = async (maker: string, choices = {}) =>
    (await importRows(sheet(maker, 2), { isDryRun: true, choices })).sheet.offers
  // A dry run stores nothing.
  await offersOf('Maker', { columns })
  expect(await offersOf('Maker')).toEqual([])
  await importRows(sheet('Maker', 1), { choices: { columns } })
  expect(await offersOf('MAKER')).toEqual([
    { retailer: 'atelier.example', columns, words: '“MAKER” is Brand' },
  ])
  expect(await offersOf('Maker', { columns })).toEqual([])
  expect(await offersOf('Brand')).toEqual([])
  // More than five shops cannot be one retailer's own sheet.
  const shops = (most: number) => [
    ['Producer', 'Product', 'Was', 'Now', 'Link'],
    ...Array.from({ length: most }, (_, at) => coat(10 * most + at, `shop-${most}-${at}.example`)),
  ]
  await importRows(shops(6), { choices: { columns } })
  expect(await offersOf('Producer')).toEqual([])
  await importRows(shops(5), { choices: { columns } })
  expect((await offersOf('Producer')).length).toBeGreaterThan(0)
})
