import type { AuditEntry } from '#app/admin/audit.contract.ts'
import { dayInToronto } from '#app/admin/web/shell/times.rules.ts'

/** One thing somebody did: to one subject, or to many at once. */
export type AuditAct = { key: number; entries: AuditEntry[] }
export type AuditDay = { day: string; acts: AuditAct[] }

/** Entries as people read them: by business day, and what was done to many at once as one. */
export function groupEntries(entries: AuditEntry[]): AuditDay[] {
  const days: AuditDay[] = []
  for (const entry of entries) {
    const day = dayInToronto(entry.happenedAt)
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
