import type {
  BulkUploadReport,
  ImportHistory,
  ImportRestored,
  ImportUndone,
  Retraced,
} from '#app/admin/bulk-upload.contract.ts'
import { type Actor, readDealSnapshots, recordAudit } from '#app/admin/server/audit/audit.ts'
import { readChanges } from '#app/admin/server/audit/changes.rules.ts'
import { refuseUnseen, warningsBefore, warnOf } from '#app/admin/server/warned.ts'
import type { Trx } from '#app/db/database.ts'
import { MOST_REPORTED_ROWS } from '#app/deals/deals.facts.ts'
import { MOST_WARNED_ROWS } from '#app/deals/editing/warnings.facts.ts'
import { findManagedDeals } from '#app/deals/server/deal/managed-deals.ts'
import { type PastDeal, takeChangeBack } from '#app/deals/server/editing/bring-back-fields.ts'
import type { DealOutcome } from '#app/deals/server/editing/editing.ts'
import { annotateDeals } from '#app/deals/server/import/annotated.ts'
import { findImports, restoreImport, undoImport } from '#app/deals/server/import/history.ts'
import { type ImportInput, importDeals } from '#app/deals/server/import/import.ts'
import type { ImportOutcome, ImportReport } from '#app/deals/server/import/report.ts'
import { groupWarnings } from '#app/deals/server/warnings/grouping.ts'
import type { AppContext } from '#app/server/context.ts'
import { Problem } from '#app/server/problem.ts'
import { dealName } from '#app/shared/names.ts'
import type { SheetForm } from './form.ts'

/** More problems help nobody, and serializing them would block the process. */
const MOST_PROBLEMS = 10_000

type Work = Pick<ImportInput, 'signal' | 'onProgress'>

/**
 * Imports an uploaded sheet, whole or not at all, and audits it. A dry run makes all the same checks and
 * stores pictures as well.
 */
export async function uploadDeals(
  ctx: AppContext,
  actor: Actor,
  sheet: SheetForm,
  work: Work,
): Promise<BulkUploadReport> {
  const { seenWarnings: seen, seenUpdates } = sheet
  let warned: string[] = []
  const report = await importDeals(ctx, {
    ...sheet,
    ...work,
    onWarnings(warnings) {
      refuseUnseen(warnings, seen)
      warned = warnings
        .slice(0, MOST_WARNED_ROWS)
        .map(({ row, name, words }) => `${row === null ? name : `Row ${row}`}: ${words}`)
    },
    onUpdates(stamp) {
      if (stamp !== seenUpdates) throw otherUpdates(seenUpdates)
    },
    takesPictureLinks: true,
    storesPictures: true,
    record: {
      actorName: actor.name,
      onWrite: async (trx, { importId, fileName, state, ...counts }: ImportOutcome, updated) => {
        const action = state === 'imported' ? 'import.committed' : 'import.refused'
        const subject = { kind: 'import' as const, id: importId, label: fileName }
        const anyway = { action: 'import.published-anyway', subject, after: { warnings: warned } }
        const entry = { action, subject, after: counts }
        await recordAudit(trx, ctx, actor, warned.length > 0 ? [entry, anyway] : [entry])
        // The import's id is their batch, by which undoing the import finds them.
        await recordAudit(trx, ctx, actor, updated.map(updatedEntry), importId)
      },
    },
  })
  return serializeReport(sheet.fileName, report)
}

/** Returns the audit entry of a changed deal. */
export function updatedEntry({ id, label, before, after }: DealOutcome) {
  return { action: 'deal.updated', subject: { kind: 'deal' as const, id, label }, before, after }
}

/** The problem that nobody has confirmed exactly these changes. */
function otherUpdates(seen: string | undefined): Problem {
  const words =
    seen === undefined
      ? 'This sheet changes deals that are there: check it first, and say that you have seen the changes.'
      : 'Deals of this sheet were changed since it was checked. Nothing is written: check it again.'
  return new Problem(409, 'updates-unseen', words)
}

/** Returns the sheet as an .xlsx with the problems beside each row. */
export async function annotateUpload(
  ctx: AppContext,
  sheet: SheetForm,
  work: Work,
): Promise<Buffer> {
  return annotateDeals(ctx, { ...sheet, ...work, takesPictureLinks: true, storesPictures: true })
}

function serializeReport(fileName: string, report: ImportReport): BulkUploadReport {
  const { problems, notes, pictures, warnings, updates } = report
  const isCut = problems.length > MOST_PROBLEMS
  const note = `Only the first ${MOST_PROBLEMS} of ${problems.length} problems are listed.`
  return {
    ...report,
    fileName,
    problems: isCut ? problems.slice(0, MOST_PROBLEMS) : problems,
    notes: isCut ? [note, ...notes] : notes,
    warnings: groupWarnings(warnings),
    pictures: Object.fromEntries(pictures),
    updates: updates.slice(0, MOST_REPORTED_ROWS).map(({ row, outcome }) => ({
      row,
      dealId: outcome.id,
      changes: readChanges(outcome.before, outcome.after),
    })),
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

type Seen = { seenWarnings?: string[] | undefined }

/**
 * Removes what is left of an upload and restores the deals that it changed. Throws 404, 409, and 409
 * `warned`.
 */
export async function undoUpload(
  ctx: AppContext,
  actor: Actor,
  importId: string,
  { seenWarnings: seen = [] }: Seen,
): Promise<ImportUndone> {
  return ctx.db.transaction().execute(async (trx) => {
    const { fileName, dealIds, hasUpdates } = await undoImport(trx, ctx, importId)
    const updates = hasUpdates
      ? await retrace(trx, ctx, actor, importId, { isBack: true, seen })
      : undefined
    const subject = { kind: 'import' as const, id: importId, label: fileName }
    const before = { deals: dealIds.length, dealIds }
    const after = { deals: 0, dealIds: [], ...(updates && { broughtBack: updates.changedCount }) }
    await recordAudit(trx, ctx, actor, [{ action: 'import.undone', subject, before, after }])
    return { undoneCount: dealIds.length, ...(updates && { updates }) }
  })
}

/** Redoes an undone upload, including its changes to deals. Throws 404, 409, and 409 `warned`. */
export async function restoreUpload(
  ctx: AppContext,
  actor: Actor,
  importId: string,
  { seenWarnings: seen = [] }: Seen,
): Promise<ImportRestored> {
  return ctx.db.transaction().execute(async (trx) => {
    const { fileName, dealIds, leftIds, hasUpdates } = await restoreImport(trx, ctx, importId)
    const updates = hasUpdates
      ? await retrace(trx, ctx, actor, importId, { isBack: false, seen })
      : undefined
    const subject = { kind: 'import' as const, id: importId, label: fileName }
    const after = { deals: dealIds.length, dealIds, left: leftIds.length }
    await recordAudit(trx, ctx, actor, [{ action: 'import.restored', subject, after }])
    const counts = { restoredCount: dealIds.length, leftCount: leftIds.length }
    return { ...counts, ...(updates && { updates }) }
  })
}

type Direction = { isBack: boolean; seen: string[] }

/** Gives the deals that an upload changed their values from before it, or those it brought. */
async function retrace(
  trx: Trx,
  ctx: AppContext,
  actor: Actor,
  importId: string,
  { isBack, seen }: Direction,
): Promise<Retraced> {
  const entries = await readDealSnapshots(trx, { batchId: importId })
  const ids = entries.map(({ dealId }) => dealId)
  const told = await warningsBefore(trx, ctx, ids, seen)
  const deals = await findManagedDeals(trx, ids)
  const changed: DealOutcome[] = []
  const left: Retraced['left'] = []
  for (const { dealId, before, after } of entries) {
    const [from, to]: [PastDeal | null, PastDeal | null] = isBack
      ? [before, after]
      : [after, before]
    if (!from || !to) continue
    const now = deals.get(dealId)
    const done = await takeChangeBack(trx, ctx, dealId, { from, to, now, seenBy: actor.name })
    if (!('reason' in done)) changed.push(done)
    else left.push({ ...done, label: now ? dealName(now) : dealId })
  }
  const warned = await warnOf(trx, ctx, changed, { seen, before: told })
  const written = changed.filter(({ hasChanged }) => hasChanged).map(updatedEntry)
  await recordAudit(trx, ctx, actor, [...written, ...warned])
  return { changedCount: changed.length, left }
}
