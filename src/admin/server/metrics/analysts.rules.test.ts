import { expect, test } from 'vitest'
import { withoutAddresses } from '#app/admin/server/audit/addresses.rules.ts'
import { rowForAnalyst } from './analysts.rules.ts'

const columns = [{ type: 'month' }, { type: 'count' }, { type: 'money' }, { type: 'text' }]

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
  expect(withoutAddresses('Asked in ada@club.test, by bea@club.test')).toBe(
    'Asked in an address, by an address',
  )
})
