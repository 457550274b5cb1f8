import { describe, expect, test } from 'vitest'
import { addDays } from '#app/shared/dates.ts'
import { barsOf, boundedSpan, daysOf, lastMonths, spansOf } from './periods.rules.ts'

describe('the period up to a day, and what it is compared with', () => {
  test.each([
    ['7d', '2026-11-21', ['2026-11-15', '2026-11-21'], ['2026-11-08', '2026-11-14']],
    ['30d', '2026-11-21', ['2026-10-23', '2026-11-21'], ['2026-09-23', '2026-10-22']],
    ['90d', '2026-03-01', ['2025-12-02', '2026-03-01'], ['2025-09-03', '2025-12-01']],
    ['12m', '2026-11-21', ['2025-12-01', '2026-11-21'], ['2024-12-01', '2025-11-21']],
    ['12m', '2028-02-29', ['2027-03-01', '2028-02-29'], ['2026-03-01', '2027-02-28']],
    ['12m', '2026-01-31', ['2025-02-01', '2026-01-31'], ['2024-02-01', '2025-01-31']],
  ] as const)('%s up to %s', (period, today, [first, last], [from, to]) => {
    expect(spansOf(period, today)).toEqual({
      span: { first, last },
      before: { first: from, last: to },
    })
  })

  test.each(['7d', '30d', '90d', '12m'] as const)(
    '%s has as many bars before, and they cover every day once',
    (period) => {
      for (let today = '2027-12-01'; today < '2028-04-01'; today = addDays(today, 1)) {
        const { span, before } = spansOf(period, today)
        const bars = barsOf(period, span)
        expect(barsOf(period, before)).toHaveLength(bars.length)
        expect(bars.flatMap(daysOf)).toEqual(daysOf(span))
      }
    },
  )
})

test('a year of months begins with a first and ends with a last day', () => {
  const months = lastMonths('2028-02-10')
  expect(months).toHaveLength(12)
  expect([months[0], months[11]]).toEqual([
    { first: '2027-03-01', last: '2027-03-31' },
    { first: '2028-02-01', last: '2028-02-29' },
  ])
})

test.each([
  [{}, '2026-10-23', '2026-11-21'],
  [{ last: '2026-11-10' }, '2026-10-12', '2026-11-10'],
  [{ first: '2026-11-20', last: '2099-01-01' }, '2026-11-20', '2026-11-21'],
  [{ first: '0001-01-01' }, '2016-11-24', '2026-11-21'],
])('days of %j are bounded', (given, first, last) => {
  expect(boundedSpan(given, '2026-11-21')).toEqual({ first, last })
})
