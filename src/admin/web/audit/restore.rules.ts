import type { AuditEntry } from '#app/admin/audit.contract.ts'

/**
 * Entries of deletions that nothing has taken back yet, as far as these entries tell: the newest
 * come first, and the first of each deal says how it stands.
 */
export function openDeletions(entries: AuditEntry[]): Set<number> {
  const settled = new Set<string>()
  const open = new Set<number>()
  for (const { id, action, subjectId } of entries) {
    if (settled.has(subjectId) || !STANDING.has(action)) continue
    settled.add(subjectId)
    if (action === 'deal.deleted') open.add(id)
  }
  return open
}

const STANDING = new Set(['deal.deleted', 'deal.restored'])
