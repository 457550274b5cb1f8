import { expect, test } from 'vitest'
import { metricsSearch, readMetricsAddress, rowsCall } from './address.rules.ts'

const read = (search: string) => readMetricsAddress(new URLSearchParams(search))

test.each([
  '',
  '?period=7d',
  '?period=12m&rows=members&standing=past_due',
  '?rows=clicks&from=2026-11-01&to=2026-11-21&dealId=abc&page=3',
])('the address %j is read and written as it is', (search) => {
  const { period, list } = read(search)
  expect(metricsSearch(period, list)).toBe(search)
})

test.each(['?period=5d', '?period=__proto__', '?rows=secrets', '?rows=toString&x=1', '?page=2'])(
  'nonsense in %j is as if it were not there',
  (search) => {
    expect(read(search)).toEqual({ period: '30d', list: undefined })
  },
)

test('a file has all the rows, whichever page is open', () => {
  const list = { rows: 'clicks', brandId: 'a&b', page: '3' } as const
  expect(rowsCall(list, 'rows')).toBe('/api/admin/figures/rows/clicks?brandId=a%26b&page=3')
  expect(rowsCall(list, 'csv')).toBe('/api/admin/figures/csv/clicks?brandId=a%26b')
})
