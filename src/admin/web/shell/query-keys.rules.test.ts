import { expect, test } from 'vitest'
import { isChangedWithDeals, isDealListKey, withParameters } from './query-keys.rules.ts'

test.each([
  // key, is the list, changes with deals
  ['/api/admin/deals', true, true],
  ['/api/admin/deals?page=2&q=coat', true, true],
  ['/api/admin/deals/filters', false, true],
  ['/api/admin/deals/aaaaaaaaaaaa', false, true],
  ['/api/admin/imports', false, true],
  ['/api/admin/figures/clicks?period=30d', false, true],
  ['/api/admin/audit?kind=deal', false, true],
  ['/api/admin/session', false, false],
  ['/api/deals?page=1&limit=24', false, false],
  ['/api/deals/preview', false, false],
  ['/api/user', false, false],
])('%s', (key, isList, isChanged) => {
  const query = { queryKey: [key] }
  expect([isDealListKey(query), isChangedWithDeals(query)]).toEqual([isList, isChanged])
})

test('what is empty or not given is left out of a key', () => {
  expect(withParameters('/api/admin/deals', { page: 1, q: '', day: undefined })).toBe(
    '/api/admin/deals?page=1',
  )
  expect(withParameters('/api/admin/deals', {})).toBe('/api/admin/deals')
})
