import { expect, test } from 'vitest'
import { hiddenColumns, withHidden } from './columns.rules.ts'

test('columns that are left out stand in the address, and others there are passed over', () => {
  const search = new URLSearchParams('q=bag&without=clicks,names,shop')
  expect(hiddenColumns(search)).toEqual(['shop', 'clicks'])
  expect(String(withHidden(search, ['price']))).toBe('q=bag&without=price')
  expect(String(withHidden(search, []))).toBe('q=bag')
})
