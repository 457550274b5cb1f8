import { stringify } from 'csv-stringify/sync'
import type { AuditEntry } from '#app/admin/audit.contract.ts'

const COLUMNS = [
  'Entry',
  'When (UTC)',
  'Who',
  'Session',
  'Action',
  'About',
  'Id',
  'Called',
  'Batch',
  'Changes',
]

/** The log for a spreadsheet program, which is kept from taking any of it for a formula. */
export async function* auditCsv(parts: AsyncIterable<AuditEntry[]>): AsyncGenerator<string> {
  // With the mark by which such programs know the encoding.
  yield `\ufeff${line([COLUMNS])}`
  for await (const entries of parts) yield line(entries.map(rowOf))
}

function line(rows: Array<Array<string | number>>): string {
  // Quoted throughout: it would leave a lone line end in a text as it is.
  return stringify(rows, { quoted: true, escape_formulas: true, record_delimiter: 'windows' })
}

function rowOf(entry: AuditEntry): Array<string | number> {
  return [
    entry.id,
    entry.happenedAt,
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
