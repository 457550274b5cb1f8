import type { AuditEntry } from '#app/admin/audit.contract.ts'
import { businessDay } from '#app/shared/dates.ts'

/** One act of a person, on one subject or on many at once. */
type AuditAct = { key: number; entries: AuditEntry[] }
type AuditDay = { day: string; acts: AuditAct[] }

/** Groups entries by business day, and those of a bulk action into one act. */
export function groupEntries(entries: AuditEntry[]): AuditDay[] {
  const days: AuditDay[] = []
  for (const entry of entries) {
    const day = businessDay(new Date(entry.happenedAt))
    let last = days.at(-1)
    if (last?.day !== day) {
      last = { day, acts: [] }
      days.push(last)
    }
    const act = last.acts.at(-1)
    if (act && isSameAct(act.entries[0], entry)) act.entries.push(entry)
    else last.acts.push({ key: entry.id, entries: [entry] })
  }
  return days
}

function isSameAct(one: AuditEntry | undefined, other: AuditEntry): boolean {
  if (!one || one.batchId === null) return false
  return one.batchId === other.batchId && one.action === other.action
}

/**
 * Returns the ids of deletions that are not undone, as far as these entries tell. They are newest first, so
 * the first entry of each deal decides.
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
