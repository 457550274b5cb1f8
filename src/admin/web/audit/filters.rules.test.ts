import { expect, test } from 'vitest'
import { auditSearch, parseAuditFilters } from './filters.rules.ts'

test('filters survive the address, and nonsense in it does not', () => {
  const search = new URLSearchParams('actor=Mara&day=2026-11-21&kind=deal&q=coat')
  expect(auditSearch(parseAuditFilters(search))).toBe('?q=coat&actor=Mara&day=2026-11-21&kind=deal')
  const nonsense = new URLSearchParams('day=2026-02-30&kind=toString&x=1')
  expect(auditSearch(parseAuditFilters(nonsense))).toBe('')
})
