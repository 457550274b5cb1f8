import { type Insertable, sql } from 'kysely'
import { inChunks } from '#app/db/chunks.ts'
import type { Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'

const ROWS_PER_STATEMENT = 30

/**
 * Makes imports wait for each other, which would otherwise wait for each other's rows in circles.
 * It is the lock that publishing takes anyway; readers are not held up.
 */
export async function lockImports(trx: Trx): Promise<void> {
  // Waiting for another import's end, and the end of a large one, may outlast an ordinary request.
  await sql`set local lock_timeout = '60s'`.execute(trx)
  await sql`set local statement_timeout = '60s'`.execute(trx)
  await sql`lock table feed_days in share row exclusive mode`.execute(trx)
}

/** Adds the deals whose links are not there yet, and answers the ids of those it added. */
export async function insertDeals(
  trx: Trx,
  deals: Array<Insertable<Tables['deals']>>,
  onInserted: (done: number) => void,
): Promise<Set<string>> {
  const ids = new Set<string>()
  let done = 0
  for (const some of inChunks(deals, ROWS_PER_STATEMENT)) {
    const inserted = await trx
      .insertInto('deals')
      .values(some)
      .onConflict((conflict) =>
        conflict.column('buyUrlKey').where('deletedAt', 'is', null).doNothing(),
      )
      .returning('id')
      .execute()
    for (const { id } of inserted) ids.add(id)
    done += some.length
    onInserted(done)
  }
  return ids
}

export async function insertDealPictures(
  trx: Trx,
  pictures: Array<Insertable<Tables['dealPictures']>>,
): Promise<void> {
  for (const some of inChunks(pictures, 2 * ROWS_PER_STATEMENT)) {
    await trx.insertInto('dealPictures').values(some).execute()
  }
}

export async function insertImport(trx: Trx, row: Insertable<Tables['imports']>): Promise<void> {
  await trx.insertInto('imports').values(row).execute()
}

export async function setImportCounts(
  trx: Trx,
  counted: { importId: string; createdCount: number; duplicateCount: number },
): Promise<void> {
  const { importId, createdCount, duplicateCount } = counted
  await trx
    .updateTable('imports')
    .set({ createdCount, duplicateCount })
    .where('id', '=', importId)
    .execute()
}
