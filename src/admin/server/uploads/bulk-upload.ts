import type { BulkUploadReport } from '#app/admin/bulk-upload.contract.ts'
import { type Actor, recordAudit } from '#app/admin/server/audit/audit.ts'
import { annotateDeals } from '#app/deals/server/import/annotated.ts'
import { type ImportInput, importDeals } from '#app/deals/server/import/import.ts'
import type { ImportOutcome, ImportReport } from '#app/deals/server/import/report.ts'
import type { AppContext } from '#app/server/context.ts'
import type { SheetForm } from './form.ts'

/** More help nobody, and would hold up whoever turns them into an answer. */
const MOST_PROBLEMS = 10_000

type Work = Pick<ImportInput, 'signal' | 'onProgress'>

/**
 * Imports an uploaded sheet, whole or not at all, with the entry that says who did it. Everything
 * that a dry run checks is checked in the same way: pictures are stored in both.
 */
export async function uploadDeals(
  ctx: AppContext,
  actor: Actor,
  sheet: SheetForm,
  work: Work,
): Promise<BulkUploadReport> {
  const report = await importDeals(ctx, {
    ...sheet,
    ...work,
    takesPictureLinks: true,
    storesPictures: true,
    record: {
      actorName: actor.name,
      onWrite: async (trx, { importId, fileName, state, ...counts }: ImportOutcome) => {
        const action = state === 'imported' ? 'import.committed' : 'import.refused'
        const subject = { kind: 'import' as const, id: importId, label: fileName }
        await recordAudit(trx, ctx, actor, [{ action, subject, after: counts }])
      },
    },
  })
  return reportOf(sheet.fileName, report)
}

/** The sheet with what is wrong beside each row, as an .xlsx. */
export async function annotateUpload(
  ctx: AppContext,
  sheet: SheetForm,
  work: Work,
): Promise<Buffer> {
  return annotateDeals(ctx, { ...sheet, ...work, takesPictureLinks: true, storesPictures: true })
}

function reportOf(fileName: string, report: ImportReport): BulkUploadReport {
  const { problems, notes, pictures } = report
  const isCut = problems.length > MOST_PROBLEMS
  const note = `Only the first ${MOST_PROBLEMS} of ${problems.length} problems are listed.`
  return {
    ...report,
    fileName,
    problems: isCut ? problems.slice(0, MOST_PROBLEMS) : problems,
    notes: isCut ? [note, ...notes] : notes,
    pictures: Object.fromEntries(pictures),
  }
}
