import { expect, test } from 'vitest'
import type { ImportRecord } from '#app/admin/bulk-upload.contract.ts'
import { restoredInWords, standingInWords, touchedInWords, undoneInWords } from './import.copy.ts'

const record: ImportRecord = {
  id: 'a',
  fileName: 'spring.xlsx',
  createdAt: '2026-11-21T14:05:00.000Z',
  actorName: 'Mara',
  state: 'imported',
  rowCount: 36,
  createdCount: 34,
  duplicateCount: 2,
  problemCount: 0,
  undoneAt: null,
  undoneCount: null,
  remaining: 34,
  published: 30,
  edited: 2,
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
  expect(undoneInWords(1)).toBe('1 deal was taken back.')
  expect(undoneInWords(34)).toBe('34 deals were taken back.')
})

test('what a restoring did, and why something stayed away', () => {
  expect(restoredInWords({ restoredCount: 1, leftCount: 0 })).toBe('1 deal is back.')
  expect(restoredInWords({ restoredCount: 33, leftCount: 1 })).toBe(
    '33 deals are back. 1 could not come back: another deal has the link by now.',
  )
})
