import { expect, test } from 'vitest'
import type { BulkUploadReport } from '#app/admin/bulk-upload.contract.ts'
import { reportOf } from '#test/sheets/sample-report.ts'
import { countRows, headingProblems, rowsToShow, unusedPictures } from './report.rules.ts'

type Row = BulkUploadReport['rows'][number]

const row = (number: number, state: Row['state']): Row => ({
  row: number,
  state,
  brandName: 'Maison Orée',
  productName: `Coat ${number}`,
  originalPrice: 420,
  salePrice: 210,
  domain: 'shop.example',
  retailer: { name: 'Shop', isKnown: true },
  picture: null,
})

const problem = (number: number, column: string) => ({
  row: number,
  column,
  value: '12 euro',
  reason: 'is in another currency',
})

const mixed = reportOf({
  rowCount: 4,
  rows: [row(4, 'problem'), row(2, 'new'), row(3, 'duplicate'), row(5, 'new')],
  problems: [problem(4, 'Sale Price'), problem(4, 'Brand')],
  duplicates: [{ row: 3, buyUrl: 'https://shop.example/3', sameAs: { row: 2 } }],
})

test('every row counts once, however much is wrong with it', () => {
  const none = { changed: 0, same: 0, headings: 0 }
  expect(countRows(mixed)).toEqual({ ...none, total: 4, fresh: 2, present: 1, wrong: 1 })
})

test('a wrong row that is there already counts as wrong', () => {
  const both = reportOf({
    ...mixed,
    duplicates: [{ row: 4, buyUrl: 'https://shop.example/4', sameAs: { row: 2 } }],
  })
  expect(countRows(both)).toMatchObject({ fresh: 3, present: 0, wrong: 1 })
  expect(rowsToShow(both, 'duplicate').rows).toEqual([])
})

test('with a missing heading no row looks as if it could be imported', () => {
  const headless = reportOf({
    rowCount: 3,
    rows: [row(4, 'problem'), row(2, 'new'), row(3, 'duplicate')],
    problems: [{ row: 1, column: 'Brand', value: '', reason: 'is missing' }, problem(4, 'Sale')],
    duplicates: [{ row: 3, buyUrl: 'https://shop.example/3', sameAs: { row: 2 } }],
  })
  expect(countRows(headless)).toMatchObject({
    total: 3,
    fresh: 0,
    present: 0,
    wrong: 3,
    headings: 1,
  })
  expect(headingProblems(headless)).toHaveLength(1)
  for (const filter of ['all', 'problem'] as const) {
    const { rows, hidden } = rowsToShow(headless, filter)
    expect(rows.map(({ row: number }) => number)).toEqual([4, 2, 3])
    expect(rows.every(({ state, duplicate }) => state === 'problem' && !duplicate)).toBe(true)
    expect(hidden).toBe(0)
  }
  expect([rowsToShow(headless, 'new').rows, rowsToShow(headless, 'duplicate').rows]).toEqual([
    [],
    [],
  ])
})

test('all rows show the wrong ones first', () => {
  const { rows, hidden } = rowsToShow(mixed, 'all')
  expect(rows.map(({ row: number, state }) => [number, state])).toEqual([
    [4, 'problem'],
    [3, 'duplicate'],
    [2, 'new'],
    [5, 'new'],
  ])
  expect(rows[0]?.problems.map(({ column }) => column)).toEqual(['Sale Price', 'Brand'])
  expect(hidden).toBe(0)
})

test.each([
  ['new', [2, 5]],
  ['duplicate', [3]],
  ['problem', [4]],
] as const)('only the %s rows', (filter, numbers) => {
  expect(rowsToShow(mixed, filter).rows.map(({ row: number }) => number)).toEqual(numbers)
})

test('of ten thousand wrong rows the first 500 are drawn and the others counted', () => {
  const numbers = Array.from({ length: 10_000 }, (_, index) => index + 2)
  const long = reportOf({
    rowCount: 10_000,
    rows: numbers.slice(0, 500).map((number) => row(number, 'problem')),
    problems: numbers.map((number) => problem(number, 'Sale Price')),
  })
  const { rows, hidden } = rowsToShow(long, 'problem')
  expect([rows.length, hidden]).toEqual([500, 9500])
})

test('a wrong row beyond those described is shown without the piece', () => {
  const far = reportOf({
    rowCount: 600,
    rows: [row(2, 'new')],
    problems: [problem(601, 'Sale Price')],
  })
  expect(rowsToShow(far, 'problem').rows).toMatchObject([{ row: 601, facts: undefined }])
})

test('a picture that no row uses is pointed out, however the sheet writes the others', () => {
  const used = reportOf({ pictures: { 'folder/Coat.JPG': 'abc' } })
  const sent = { 'coat.jpg': 'abc.jpg', 'cote.jpg': 'def.jpg' }
  expect(unusedPictures(sent, used)).toEqual(['cote.jpg'])
})
