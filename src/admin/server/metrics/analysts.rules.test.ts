import { expect, test } from 'vitest'
import { textToTake } from '#app/admin/server/audit/taken-along.rules.ts'
import { rowForAnalyst } from './analysts.rules.ts'

const columns: Parameters<typeof rowForAnalyst>[0] = [
  { type: 'month' },
  { type: 'count' },
  { type: 'money' },
  { type: 'text' },
]

test('an analyst’s file has no number below five, nor money that rests on one, and no address', () => {
  expect(rowForAnalyst(columns, ['2026-11', 4, 97, 'a'])).toEqual([
    '2026-11',
    'under 5',
    'under 5',
    'a',
  ])
  expect(rowForAnalyst(columns, ['2026-11', 0, null, 'a'])).toEqual([
    '2026-11',
    'under 5',
    null,
    'a',
  ])
  expect(rowForAnalyst(columns, ['2026-11', 5, 3, 'jane+x@mail.example.org'])).toEqual([
    '2026-11',
    5,
    3,
    'an address',
  ])
  expect(textToTake('Asked in ada@club.test, by bea@club.test')).toBe(
    'Asked in an address, by an address',
  )
})

test('a part that is hidden cannot be found from its total', () => {
  const of: typeof columns = [
    { type: 'text' },
    { type: 'count', isTotal: true },
    { type: 'count' },
    { type: 'count' },
    { type: 'count' },
  ]
  const hidden = 'under 5'
  expect(rowForAnalyst(of, ['a', 19, 9, 8, 2])).toEqual(['a', hidden, 9, 8, hidden])
  expect(rowForAnalyst(of, ['a', 13, 9, 2, 2])).toEqual(['a', 13, 9, hidden, hidden])
  expect(rowForAnalyst(of, ['a', 24, 9, 8, 7])).toEqual(['a', 24, 9, 8, 7])
})

test('hours are no number of people', () => {
  expect(rowForAnalyst([{ type: 'hours' }], [3])).toEqual([3])
})

test('the audit has its numbers as text', () => {
  expect(['4', '5', '$4.00', '2026-11-04', 'yes'].map(textToTake)).toEqual([
    'under 5',
    '5',
    '$4.00',
    '2026-11-04',
    'yes',
  ])
})
