import type { Database, Trx } from '#app/db/database.ts'
import type { AppContext } from '#app/server/context.ts'
import { announce } from '#app/server/live.ts'
import { notFound, Problem } from '#app/server/problem.ts'
import { findDealsByKey, lockImports } from './deal-import.queries.ts'
import {
  findDealsOfImport,
  findImportRows,
  lockImport,
  markImport,
} from './deal-import-history.queries.ts'
import { markDeleted, markRestored } from './deal-writing.queries.ts'

type Named = { fileName: string }

/** The newest uploads, with what is left of each. */
export async function findImports(db: Database) {
  return findImportRows(db)
}

/**
 * Takes away what is left of an import; what was deleted before stays deleted in its own right.
 * Throws 404, and 409 when there is nothing to take back.
 */
export async function undoImport(
  trx: Trx,
  ctx: Pick<AppContext, 'now'>,
  importId: string,
): Promise<Named & { dealIds: string[] }> {
  const { state, fileName } = await getImport(trx, importId)
  if (state === 'undone') {
    throw new Problem(409, 'import-undone', 'This upload was taken back already.')
  }
  if (state === 'refused') {
    throw new Problem(409, 'import-refused', 'Nothing was imported from this sheet.')
  }
  const undoneAt = ctx.now()
  const deals = await findDealsOfImport(trx, importId, { deletedAt: null })
  const dealIds = deals.map(({ id }) => id)
  await markDeleted(trx, dealIds, undoneAt)
  await markImport(trx, importId, { state: 'undone', undoneAt, undoneCount: dealIds.length })
  await announce(trx, 'deals')
  return { fileName, dealIds }
}

/**
 * Brings back what undoing an import took away. Deals whose link another deal has taken meanwhile
 * stay deleted. Throws 404, and 409 when it was not undone.
 */
export async function restoreImport(
  trx: Trx,
  importId: string,
): Promise<Named & { dealIds: string[]; leftIds: string[] }> {
  const { state, fileName, undoneAt } = await getImport(trx, importId)
  if (state !== 'undone' || !undoneAt) {
    throw new Problem(409, 'import-not-undone', 'This upload was not taken back.')
  }
  // Undoing stamped all of them with the same moment.
  const deals = await findDealsOfImport(trx, importId, { deletedAt: undoneAt })
  const takenBy = await findDealsByKey(
    trx,
    deals.map(({ buyUrlKey }) => buyUrlKey),
  )
  const isFree = ({ buyUrlKey }: { buyUrlKey: string }) => !takenBy.has(buyUrlKey)
  const dealIds = deals.filter(isFree).map(({ id }) => id)
  const leftIds = deals.filter((deal) => !isFree(deal)).map(({ id }) => id)
  await markRestored(trx, dealIds)
  await markImport(trx, importId, { state: 'imported', undoneAt: null, undoneCount: null })
  await announce(trx, 'deals')
  return { fileName, dealIds, leftIds }
}

async function getImport(trx: Trx, importId: string) {
  // The lock of all that writes deals: none appears or goes while a batch is gone through.
  await lockImports(trx)
  const found = await lockImport(trx, importId)
  if (!found) throw notFound('import')
  return found
}
