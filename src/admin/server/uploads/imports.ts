import type { ImportHistory } from '#app/admin/bulk-upload.contract.ts'
import { type Actor, recordAudit } from '#app/admin/server/audit/audit.ts'
import { findImports, restoreImport, undoImport } from '#app/deals/server/import/history.ts'
import type { AppContext } from '#app/server/context.ts'

export async function readImports(ctx: AppContext): Promise<ImportHistory> {
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
    const { fileName, dealIds, leftIds } = await restoreImport(trx, importId)
    const subject = { kind: 'import' as const, id: importId, label: fileName }
    const after = { deals: dealIds.length, dealIds, left: leftIds.length }
    await recordAudit(trx, ctx, actor, [{ action: 'import.restored', subject, after }])
    return { restoredCount: dealIds.length, leftCount: leftIds.length }
  })
}
