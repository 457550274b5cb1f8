import { expect, test } from 'vitest'
import { addYears, membershipYears, monthsUntil } from './periods.rules.ts'

test.each([
  ['2026-03-03', 1, '2027-03-03'],
  ['2028-02-29', 1, '2029-02-28'],
  ['2028-02-29', 4, '2032-02-29'],
  ['2027-12-31', 1, '2028-12-31'],
])('%s and %i years is %s', (day, years, expected) => {
  expect(addYears(day, years)).toBe(expected)
})

test('membership years follow each other without a gap, from February 29 too', () => {
  const years = membershipYears('2028-02-29', '2032-02-29')
  expect(years.map(({ from, until }) => `${from} ${until}`)).toEqual([
    '2028-02-29 2029-02-27',
    '2029-02-28 2030-02-27',
    '2030-02-28 2031-02-27',
    '2031-02-28 2032-02-28',
    '2032-02-29 2033-02-27',
  ])
  expect(membershipYears(undefined, '2026-01-01')).toEqual([])
  expect(membershipYears('2026-01-02', '2026-01-01')).toEqual([])
})

test('the months before this one, across a year', () => {
  expect(monthsUntil('2026-02-28', 4)).toEqual(['2025-11', '2025-12', '2026-01', '2026-02'])
})
