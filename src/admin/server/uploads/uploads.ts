import type { BulkUploadReport, ImportHistory } from '#app/admin/bulk-upload.contract.ts'
import { type Actor, recordAudit } from '#app/admin/server/audit/audit.ts'
import { annotateDeals } from '#app/deals/server/import/annotated.ts'
import { findImports, restoreImport, undoImport } from '#app/deals/server/import/history.ts'
import { type ImportInput, importDeals } from '#app/deals/server/import/import.ts'
import type { ImportOutcome, ImportReport } from '#app/deals/server/import/report.ts'
import type { AppContext } from '#app/server/context.ts'
import type { SheetForm } from './form.ts'

/** More problems help nobody, and serializing them would block the process. */
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
  return serializeReport(sheet.fileName, report)
}

/** The sheet with what is wrong beside each row, as an .xlsx. */
export async function annotateUpload(
  ctx: AppContext,
  sheet: SheetForm,
  work: Work,
): Promise<Buffer> {
  return annotateDeals(ctx, { ...sheet, ...work, takesPictureLinks: true, storesPictures: true })
}

function serializeReport(fileName: string, report: ImportReport): BulkUploadReport {
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

export async function listImports(ctx: AppContext): Promise<ImportHistory> {
  const imports = await findImports(ctx.db)
  return {
    imports: imports.map((each) => ({
      ...each,
      createdAt: each.createdAt.toISOString(),
      undoneAt: each.undoneAt?.toISOString() ?? null,
    })),
  }
}

/** Takes away what is left of an upload. Throws 404 and 409. */
export async function undoUpload(ctx: AppContext, actor: Actor, importId: string) {
  return ctx.db.transaction().execute(async (trx) => {
    const { fileName, dealIds } = await undoImport(trx, ctx, importId)
    const subject = { kind: 'import' as const, id: importId, label: fileName }
    const before = { deals: dealIds.length, dealIds }
    await recordAudit(trx, ctx, actor, [
      { action: 'import.undone', subject, before, after: { deals: 0, dealIds: [] } },
    ])
    return { undoneCount: dealIds.length }
  })
}

/** Brings an undone upload back. Throws 404 and 409. */
export async function restoreUpload(ctx: AppContext, actor: Actor, importId: string) {
  return ctx.db.transaction().execute(async (trx) => {
    const { fileName, dealIds, leftIds } = await restoreImport(trx, ctx, importId)
    const subject = { kind: 'import' as const, id: importId, label: fileName }
    const after = { deals: dealIds.length, dealIds, left: leftIds.length }
    await recordAudit(trx, ctx, actor, [{ action: 'import.restored', subject, after }])
    return { restoredCount: dealIds.length, leftCount: leftIds.length }
  })
}
