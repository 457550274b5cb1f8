import { createElement } from 'react'
import { expect, test } from 'vitest'
import type { AuditEntry } from '#app/admin/audit.contract.ts'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import { OF_ADMIN_DEALS } from '#app/admin/web/shell/refresh-deals.ts'
import { queryOf } from '#app/web/api/query-keys.ts'
import { drawPiece } from '#test/drawn/drawn-piece.ts'
import { EntryList } from './EntryList.tsx'
import { FilterBar } from './FilterBar.tsx'
import { parseAuditFilters } from './filters.rules.ts'

const entry = {
  ...{ id: 9, happenedAt: '2026-11-20T15:00:00Z', actorName: 'Noor', actorSession: 'ab12' },
  ...{ action: 'deal.deleted', subjectKind: 'deal', subjectId: 'coat', subjectLabel: 'Fold Coat' },
  ...{ batchId: null, changes: [] },
} as unknown as AuditEntry
const draw = (entries: AuditEntry[], hasMore = false) =>
  drawPiece(createElement(EntryList, { entries, hasMore }))

test('a deletion can be taken back until it was, and a change unfolds', () => {
  const restored = { ...entry, id: 8, action: 'deal.restored' }
  expect(draw([entry]).buttons).toEqual(['Restore: Fold Coat'])
  expect(draw([restored, { ...entry, id: 7 }]).buttons).toEqual([])
  const changes = [{ field: 'Sale price', before: '$400', after: '$300' }]
  const changed = draw([{ ...entry, action: 'deal.changed', changes }])
  expect(changed.buttons).toEqual(['Details of Fold Coat'])
  expect(changed.html).toContain('aria-expanded="false"')
  expect(changed.words).toContain('Noor ab12 changed the sale price')
})

test('what was done to many at once is one line, which says where more of it may follow', () => {
  const many = [entry, { ...entry, id: 8, subjectId: 'scarf' }].map((each) => ({
    ...each,
    batchId: 'together',
  }))
  expect(draw(many).words).toContain('Noor ab12 deleted 2 deals Restore all')
  expect(draw(many).html).toContain('aria-expanded="false"')
  expect(draw(many).words).not.toContain('and more')
  expect(draw(many, true).words).toContain('deleted 2 deals and more')
  const older = { ...entry, id: 1, subjectId: 'bag' }
  expect(draw([...many, older], true).words).not.toContain('and more')
})

test('a deal and an upload lead to what is left of them', () => {
  const upload = { ...entry, subjectKind: 'import', action: 'import.undone', subjectLabel: 'a.csv' }
  const to = (each: AuditEntry) => draw([each]).links.map((link) => link.to)
  expect(to(entry)).toEqual(['/admin?ids=coat#manage-deals'])
  expect(to(upload as AuditEntry)).toEqual(['/admin?importId=coat#manage-deals'])
  expect(to({ ...entry, subjectKind: 'retailer', subjectLabel: ' ' })).toEqual([])
  expect(draw([{ ...entry, subjectLabel: ' ' }]).words).toContain('a draft without a name')
})

test('what the log is narrowed to is chosen, cleared by a link, and taken along as a file', () => {
  const { queryKey } = queryOf(ADMIN_CALLS.auditFilters, OF_ADMIN_DEALS)
  const bar = (search: string) =>
    drawPiece(
      createElement(FilterBar, { filters: parseAuditFilters(new URLSearchParams(search)) }),
      { known: [[queryKey, { actors: ['Noor'], actions: ['deal.deleted'] }]] },
    )
  const whole = bar('')
  expect(whole.links.map(({ words, to }) => [words, to])).toEqual([
    ['Download as CSV', '/api/admin/audit.csv'],
  ])
  // A removed administrator can still be filtered by.
  const narrowed = bar('actor=Ines&kind=deal&day=2026-11-20')
  expect(narrowed.links.map(({ words, to }) => [words, to])).toEqual([
    ['Clear', '/admin/audit'],
    ['Download as CSV', '/api/admin/audit.csv?actor=Ines&day=2026-11-20&kind=deal'],
  ])
  expect(narrowed.html).toContain('<option value="Ines" selected="">Ines</option>')
  expect(narrowed.html).toContain('<option value="deal" selected="">Deals</option>')
  expect(narrowed.html).toMatch(/type="date" value="2026-11-20"/)
})
