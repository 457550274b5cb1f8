import type { AuditEntry } from '#app/admin/audit.contract.ts'
import { csvText } from '#app/server/csv.ts'
import { businessClock } from '#app/shared/dates.ts'

const COLUMNS = [
  'Entry',
  'When (Toronto)',
  'Who',
  'Session',
  'Action',
  'About',
  'Id',
  'Called',
  'Batch',
  'Changes',
]

/** Streams the log as CSV for a spreadsheet program. */
export function auditCsv(parts: AsyncIterable<AuditEntry[]>): AsyncGenerator<string> {
  return csvText(COLUMNS, rowsOf(parts))
}

async function* rowsOf(parts: AsyncIterable<AuditEntry[]>) {
  for await (const entries of parts) yield entries.map(rowOf)
}

function rowOf(entry: AuditEntry): Array<string | number> {
  return [
    entry.id,
    businessClock(new Date(entry.happenedAt)),
    entry.actorName,
    entry.actorSession,
    entry.action,
    entry.subjectKind,
    entry.subjectId,
    entry.subjectLabel,
    entry.batchId ?? '',
    entry.changes.map(wordsOf).join('\n'),
  ]
}

function wordsOf({ field, before, after }: AuditEntry['changes'][number]): string {
  return `${field}: ${before === null ? '' : `${before} -> `}${after ?? 'none'}`
}
