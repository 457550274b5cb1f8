import type { Database, Trx } from '#app/db/database.ts'
import { findDealsByKey } from '#app/deals/server/deal/deal.queries.ts'
import { markDeleted, markRestored } from '#app/deals/server/editing/editing.queries.ts'
import type { AppContext } from '#app/server/context.ts'
import { announce } from '#app/server/live.ts'
import { notFound, Problem } from '#app/server/problem.ts'
import {
  findDealsOfImport,
  findImportRows,
  lockImport,
  markImport,
  moveDeletion,
} from './history.queries.ts'
import { lockImports } from './import.queries.ts'

type Named = { fileName: string }

/** The newest uploads, each with what is left of it. */
export async function findImports(db: Database) {
  const rows = await findImportRows(db)
  // An import whose deals were all restored one by one no longer counts as undone.
  return rows.map((row) =>
    row.state === 'undone' && row.restorable === 0 && row.remaining > 0
      ? { ...row, state: 'imported' as const, undoneAt: null, undoneCount: null }
      : row,
  )
}

/**
 * Undoes an import by soft-deleting its remaining deals; deals that were deleted otherwise are not part of it. With
 * `hasUpdates` the caller must also revert the deals that the import changed. Throws 404, and 409 when there is
 * nothing to undo.
 */
export async function undoImport(
  trx: Trx,
  ctx: Pick<AppContext, 'now'>,
  importId: string,
): Promise<Named & { dealIds: string[]; hasUpdates: boolean }> {
  const { state, fileName, undoneAt: undoneBefore, updatedCount } = await getImport(trx, importId)
  if (state === 'refused') {
    throw new Problem(409, 'import-refused', 'Nothing was imported from this sheet.')
  }
  const dealIds = idsOf(await findDealsOfImport(trx, importId, { deletedAt: null }))
  const hasUpdates = state === 'imported' && updatedCount > 0
  if (dealIds.length === 0 && !hasUpdates) {
    throw state === 'undone'
      ? new Problem(409, 'import-undone', 'This upload was taken back already.')
      : new Problem(409, 'import-empty', 'None of the deals of this upload is left.')
  }
  const undoneAt = ctx.now()
  // Deals that an earlier undo deleted are to be restored together with these.
  const awayIds = idsOf(await findDealsUndone(trx, importId, undoneBefore))
  await moveDeletion(trx, awayIds, undoneAt)
  await markDeleted(trx, dealIds, undoneAt)
  const undoneCount = dealIds.length + awayIds.length
  await markImport(trx, importId, { state: 'undone', undoneAt, undoneCount })
  await announce(trx, 'deals')
  return { fileName, dealIds, hasUpdates }
}

/**
 * Restores the deals that undoing an import deleted. Those whose link another deal has by now stay deleted, and
 * can be restored later. Throws 404, and 409 when nothing can be restored.
 */
export async function restoreImport(
  trx: Trx,
  ctx: Pick<AppContext, 'now'>,
  importId: string,
): Promise<Named & { dealIds: string[]; leftIds: string[]; hasUpdates: boolean }> {
  const { state, fileName, undoneAt, updatedCount } = await getImport(trx, importId)
  if (state !== 'undone') {
    throw new Problem(409, 'import-not-undone', 'This upload was not taken back.')
  }
  const away = await findDealsUndone(trx, importId, undoneAt)
  const hasUpdates = updatedCount > 0
  if (away.length === 0 && !hasUpdates) {
    const reason = 'Nothing of this upload is left to bring back.'
    throw new Problem(409, 'import-not-undone', reason)
  }
  const { freeIds: dealIds, leftIds } = await setTakenApart(trx, away)
  if (dealIds.length === 0 && !hasUpdates) {
    const reason = 'None of its deals can come back: other deals have their links by now.'
    throw new Problem(409, 'import-links-taken', reason)
  }
  await markRestored(trx, dealIds, ctx.now())
  await markImport(
    trx,
    importId,
    leftIds.length > 0
      ? { state: 'undone', undoneAt, undoneCount: leftIds.length }
      : { state: 'imported', undoneAt: null, undoneCount: null },
  )
  await announce(trx, 'deals')
  return { fileName, dealIds, leftIds, hasUpdates }
}

/** All deletions of one undo share one moment, `undoneAt`. */
async function findDealsUndone(trx: Trx, importId: string, undoneAt: Date | null) {
  return undoneAt ? findDealsOfImport(trx, importId, { deletedAt: undoneAt }) : []
}

async function setTakenApart(trx: Trx, deals: Array<{ id: string; buyUrlKey: string }>) {
  const known = await findDealsByKey(
    trx,
    deals.map(({ buyUrlKey }) => buyUrlKey),
  )
  const taken = new Set(known.keys())
  const freeIds: string[] = []
  const leftIds: string[] = []
  for (const { id, buyUrlKey } of deals) {
    ;(taken.has(buyUrlKey) ? leftIds : freeIds).push(id)
    // Two deals of one upload may have had the same link, one after the other.
    taken.add(buyUrlKey)
  }
  return { freeIds, leftIds }
}

function idsOf(deals: Array<{ id: string }>): string[] {
  return deals.map(({ id }) => id)
}

async function getImport(trx: Trx, importId: string) {
  // Keeps the set of deals stable while they are processed in batches.
  await lockImports(trx)
  const found = await lockImport(trx, importId)
  if (!found) throw notFound('import')
  return found
}
