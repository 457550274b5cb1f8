import { expect, test } from 'vitest'
import { reportOf } from '#test/sheets/sample-report.ts'
import {
  countOf,
  doneInWords,
  formatBytes,
  hindranceInWords,
  missingPicturesInWords,
  progressInWords,
  publishingInWords,
  summaryInWords,
  unusedPictures,
} from './words.rules.ts'

const rows = (...numbers: number[]) =>
  numbers.map((row) => ({
    row,
    state: 'new' as const,
    brandName: '',
    productName: '',
    originalPrice: null,
    salePrice: null,
    domain: '',
    retailer: { name: '', isKnown: false },
    picture: null,
  }))
const wrong = (row: number) => ({ row, column: 'Brand', value: '', reason: 'is empty' })
const present = (row: number) => ({ row, buyUrl: 'https://a.example', sameAs: { row: 2 } })

test.each([
  [1, '1 deal'],
  [0, '0 deals'],
  [10_000, '10,000 deals'],
])('%i of them', (number, words) => {
  expect(countOf(number, 'deal')).toBe(words)
})

test.each([
  [1, '1 KB'],
  [34_500, '34 KB'],
  [3_565_158, '3.4 MB'],
])('%i bytes', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words)
})

test('the summary names what there is, and nothing else', () => {
  const all = { rowCount: 41, problems: [wrong(5)], duplicates: [present(6), present(7)] }
  expect(summaryInWords(reportOf({ ...all, rows: rows(2) }))).toBe(
    '38 new · 2 already there · 1 wrong',
  )
  expect(summaryInWords(reportOf({ rowCount: 38, rows: rows(2) }))).toBe('38 new')
})

test('one wrong row holds up the others, and says so', () => {
  const held = reportOf({ rowCount: 41, rows: rows(2), problems: [wrong(5)] })
  expect(hindranceInWords(held)).toBe(
    'Put the 1 wrong row right first: either every row is imported or none.',
  )
  expect(hindranceInWords(reportOf({ rowCount: 41, rows: rows(2) }))).toBeUndefined()
  const nothing = reportOf({ rowCount: 1, rows: rows(3), duplicates: [present(3)] })
  expect(hindranceInWords(nothing)).toBe('There is nothing new in this sheet.')
})

test.each([
  [0, 'They arrive unpublished.'],
  [3, 'The sheet says to publish 3 of them at once.'],
  [38, 'The sheet says to publish all of them at once.'],
])('with %i to publish', (publishedCount, words) => {
  expect(publishingInWords(reportOf({ publishedCount }), 38)).toBe(words)
})

test.each([
  [{ createdCount: 38 }, '38 deals imported from spring.xlsx, not published yet.'],
  [
    { createdCount: 38, publishedCount: 38, duplicates: [present(2), present(3)] },
    '38 deals imported from spring.xlsx, published. 2 were already there.',
  ],
  [
    { createdCount: 38, publishedCount: 12, duplicates: [present(2)] },
    '38 deals imported from spring.xlsx, 12 of them published. 1 was already there.',
  ],
  [{ duplicates: [present(2)] }, 'Nothing new in spring.xlsx. 1 was already there.'],
])('what was done: %j', (changes, words) => {
  expect(doneInWords(reportOf(changes))).toBe(words)
})

test('progress is said in rows, in bytes while sending, and without a count while none is known', () => {
  expect(progressInWords({ stage: 'checking', done: 4000, total: 10_000 })).toBe(
    'Checking every row: 4,000 of 10,000',
  )
  expect(progressInWords({ stage: 'sending', done: 524_288, total: 2_097_152 })).toBe(
    'Sending the sheet: 512 KB of 2.0 MB',
  )
  expect(progressInWords({ stage: 'reading', done: 0, total: 0 })).toBe('Reading the sheet')
})

test('a picture that no row uses is pointed out, however the sheet writes the others', () => {
  const used = reportOf({ pictures: { 'folder/Coat.JPG': 'abc' } })
  const sent = { 'coat.jpg': 'abc.jpg', 'cote.jpg': 'def.jpg' }
  expect(unusedPictures(sent, used)).toEqual(['cote.jpg'])
})

test('pictures that were forgotten are asked for once, not row by row', () => {
  const forgotten = (row: number, value: string) => ({
    ...{ row, column: 'Card Image', value },
    reason: 'is not among the pictures',
  })
  const problems = [forgotten(2, 'coat.jpg'), forgotten(3, 'coat.jpg'), forgotten(4, 'bag.jpg')]
  expect(missingPicturesInWords(reportOf({ problems }))).toMatch(
    /^2 pictures that the sheet names are not here\./,
  )
  expect(missingPicturesInWords(reportOf({ problems: [wrong(2)] }))).toBeUndefined()
})
