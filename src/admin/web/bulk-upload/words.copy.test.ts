import { expect, test } from 'vitest'
import type { ImportRecord } from '#app/admin/bulk-upload.contract.ts'
import { reportOf } from '#test/sheets/sample-report.ts'
import {
  describeFailure,
  doneInWords,
  hindranceInWords,
  missingPicturesInWords,
  PICTURES_HINT,
  progressInWords,
  publishingInWords,
  replacedInWords,
  restoredInWords,
  SHEET_HINT,
  standingInWords,
  summaryInWords,
  touchedInWords,
  undoneInWords,
} from './words.copy.ts'

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

test('what is taken is said before anything is chosen', () => {
  expect(SHEET_HINT).toBe(
    'Drop it here or choose it: .xlsx, .xls or .csv, at most 8 MB and 10,000 rows.',
  )
  expect(PICTURES_HINT).toMatch(/files of at most 8 MB each, or one zip of at most 256 MB\. /)
})

test('a picture that takes the place of another is named', () => {
  expect(replacedInWords(['coat.jpg'])).toBe('coat.jpg takes the place of the one chosen before.')
  expect(replacedInWords(['coat.jpg', 'bag.jpg', 'hat.jpg'])).toBe(
    'coat.jpg and 2 others take the place of those chosen before.',
  )
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
    'Put the wrong row right first: either every row is imported or none.',
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

test.each([
  [undefined, 'checking', /nothing has been written/, true],
  [{ status: 0, code: 'connection-lost' }, 'importing', /every row was imported or none/, true],
  [{ status: 422, serverText: 'The sheet is empty.' }, 'checking', /^The sheet is empty\.$/, false],
  [{ status: 503, serverText: 'Busy.' }, 'checking', /^Busy\.$/, true],
  [{ status: 500 }, 'importing', /^Failed to process bulk upload$/, true],
] as const)('after %j while %s', (heard, during, message, canTryAgain) => {
  const whole = heard && { code: undefined, serverText: undefined, ...heard }
  expect(describeFailure(whole, during)).toEqual({
    message: expect.stringMatching(message),
    canTryAgain,
  })
})

const record: ImportRecord = {
  id: 'a',
  fileName: 'spring.xlsx',
  createdAt: '2026-11-21T14:05:00.000Z',
  actorName: 'Mara',
  state: 'imported',
  rowCount: 36,
  createdCount: 34,
  duplicateCount: 2,
  updatedCount: 0,
  problemCount: 0,
  undoneAt: null,
  undoneCount: null,
  remaining: 34,
  published: 30,
  edited: 2,
  noted: 0,
  restorable: 0,
}

test.each([
  [{}, '34 deals, 30 of them published, 2 edited since'],
  [{ published: 34, edited: 0 }, '34 deals, all published'],
  [{ remaining: 1, published: 1, edited: 0 }, '1 deal, published'],
  [{ published: 0, edited: 0 }, '34 deals'],
])('what an undo would touch: %j', (changes, words) => {
  expect(touchedInWords({ ...record, ...changes })).toBe(words)
})

test.each([
  [{ remaining: 0 }, 'None of its deals is left'],
  [{ createdCount: 0, remaining: 0 }, 'Nothing new in it'],
  [
    { state: 'refused' as const, problemCount: 2, createdCount: 0, remaining: 0 },
    'Refused: 2 rows wrong, nothing imported',
  ],
  [{ state: 'undone' as const, remaining: 0, restorable: 33 }, 'Taken back: 33 deals'],
  [
    { state: 'undone' as const, remaining: 1, published: 1, edited: 0, restorable: 33 },
    '1 deal, published; taken back: 33 deals',
  ],
  [
    { state: 'undone' as const, undoneCount: 33, remaining: 0, restorable: 0 },
    'None of its deals is left',
  ],
])('what became of it: %j', (changes, words) => {
  expect(standingInWords({ ...record, ...changes })).toBe(words)
})

test('what an undo did', () => {
  expect(undoneInWords({ undoneCount: 1 })).toBe('1 deal was taken back.')
  expect(undoneInWords({ undoneCount: 34 })).toBe('34 deals were taken back.')
  const left = [{ id: 'a', label: 'Solvane Coat 1', reason: 'It was changed again since.' }]
  expect(undoneInWords({ undoneCount: 0, updates: { changedCount: 2, left } })).toBe(
    '2 deals have again what they had before. 1 stays as it is: Solvane Coat 1 (it was changed again since).',
  )
})

test('what a restoring did, and why something stayed away', () => {
  expect(restoredInWords({ restoredCount: 1, leftCount: 0 })).toBe('1 deal is back.')
  expect(restoredInWords({ restoredCount: 33, leftCount: 1 })).toBe(
    '33 deals are back. 1 could not come back: another deal has the link by now.',
  )
})
