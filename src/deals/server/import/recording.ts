import type { Trx } from '#app/db/database.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { insertImport } from './import.queries.ts'
import type { ImportReport } from './import.ts'

export type SheetFile = { fileName: string; fileSha256: string }

/** What the history keeps of an upload. */
export type ImportOutcome = {
  importId: string
  fileName: string
  state: 'imported' | 'refused'
  rowCount: number
  createdCount: number
  publishedCount: number
  duplicateCount: number
  /** Rows with something wrong. */
  problemCount: number
}

export type ImportRecording = {
  actorName: string
  /** What else belongs into the transaction that writes, or that records the refusal. */
  onWrite: (trx: Trx, outcome: ImportOutcome) => Promise<void>
}

export type SheetCounts = Pick<ImportReport, 'rowCount' | 'duplicates' | 'problems'>

/** Keeps in the history that a sheet was refused; answers the id of the record. */
export async function recordRefusal(
  ctx: Pick<AppContext, 'db' | 'now'>,
  file: SheetFile,
  report: SheetCounts,
  record: ImportRecording,
): Promise<string> {
  const importId = newId()
  await ctx.db.transaction().execute(async (trx) => {
    const counts = { createdCount: 0, publishedCount: 0, duplicateCount: report.duplicates.length }
    const outcome = outcomeOf({ file, report, importId, state: 'refused', ...counts })
    await insertImport(trx, importRow(outcome, file, record, ctx.now()))
    await record.onWrite(trx, outcome)
  })
  return importId
}

export function outcomeOf({
  file,
  report,
  ...counted
}: { file: SheetFile; report: SheetCounts } & Omit<
  ImportOutcome,
  'fileName' | 'rowCount' | 'problemCount'
>): ImportOutcome {
  const problemCount = new Set(report.problems.map(({ row }) => row)).size
  return { fileName: file.fileName, rowCount: report.rowCount, problemCount, ...counted }
}

export function importRow(
  { importId, publishedCount, ...outcome }: ImportOutcome,
  file: SheetFile,
  record: ImportRecording | undefined,
  createdAt: Date,
) {
  const actorName = record?.actorName ?? null
  return { ...outcome, ...file, id: importId, actorName, createdAt }
}
