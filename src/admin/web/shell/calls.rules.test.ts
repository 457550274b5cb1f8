import { expect, test } from 'vitest'
import { withParameters } from './calls.rules.ts'

test('what is empty or not given is left out of a call', () => {
  const parameters = { page: 1, q: '', day: undefined, brand: 'Élan & Co' }
  expect(withParameters('/api/admin/deals', parameters)).toBe(
    '/api/admin/deals?page=1&brand=%C3%89lan+%26+Co',
  )
  expect(withParameters('/api/admin/deals', {})).toBe('/api/admin/deals')
})
