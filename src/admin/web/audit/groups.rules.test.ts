import { expect, test } from 'vitest'
import type { AuditEntry } from '#app/admin/audit.contract.ts'
import { groupEntries, openDeletions } from './groups.rules.ts'

const entry = (id: number, changes: Partial<AuditEntry> = {}): AuditEntry => ({
  id,
  happenedAt: '2026-11-21T14:05:00.000Z',
  actorName: 'Mara',
  actorSession: 'K3F9QX',
  action: 'deal.published',
  subjectKind: 'deal',
  subjectId: `deal-${id}`,
  subjectLabel: 'Maison Orée Wool coat',
  batchId: null,
  changes: [],
  ...changes,
})

test('entries without a batch are never folded, nor are two things of one batch', () => {
  const [day] = groupEntries([
    entry(4),
    entry(3),
    entry(2, { batchId: 'one', action: 'deal.deleted' }),
    entry(1, { batchId: 'one', action: 'import.undone', subjectKind: 'import' }),
  ])
  expect(day?.acts).toHaveLength(4)
})

test('days are those of Toronto', () => {
  const late = entry(2, { happenedAt: '2026-11-21T04:59:00.000Z' })
  expect(groupEntries([entry(3), late]).map(({ day }) => day)).toEqual(['2026-11-21', '2026-11-20'])
})

test('a deletion can be taken back from the log until somebody has done so', () => {
  const about = (id: number, action: string, subjectId: string) => entry(id, { action, subjectId })
  const open = openDeletions([
    about(9, 'deal.deleted', 'coat'),
    about(8, 'deal.restored', 'bag'),
    about(7, 'deal.published', 'bag'),
    about(6, 'deal.deleted', 'bag'),
    about(5, 'deal.restored', 'coat'),
    about(4, 'deal.deleted', 'coat'),
  ])
  expect([...open]).toEqual([9])
})
