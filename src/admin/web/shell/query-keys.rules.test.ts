import { expect, test } from 'vitest'
import {
  isChangedWithDeals,
  isDealListKey,
  isPublicDealsKey,
  withParameters,
} from './query-keys.rules.ts'

test.each([
  // key, is the list, changes with deals, is what people see of deals
  ['/api/admin/deals', true, true, false],
  ['/api/admin/deals?page=2&q=coat', true, true, false],
  ['/api/admin/deals/filters', false, true, false],
  ['/api/admin/deals/aaaaaaaaaaaa', false, true, false],
  ['/api/admin/imports', false, true, false],
  ['/api/admin/figures/clicks?period=30d', false, true, false],
  ['/api/admin/audit?kind=deal', false, true, false],
  ['/api/admin/session', false, false, false],
  ['/api/deals?page=1&limit=24', false, false, true],
  ['/api/deals/preview', false, false, true],
  ['/api/user', false, false, false],
])('%s', (key, isList, isChanged, isPublic) => {
  const query = { queryKey: [key] }
  expect([isDealListKey(query), isChangedWithDeals(query), isPublicDealsKey(query)]).toEqual([
    isList,
    isChanged,
    isPublic,
  ])
})

test('what is empty or not given is left out of a key', () => {
  expect(withParameters('/api/admin/deals', { page: 1, q: '', day: undefined })).toBe(
    '/api/admin/deals?page=1',
  )
  expect(withParameters('/api/admin/deals', {})).toBe('/api/admin/deals')
})
