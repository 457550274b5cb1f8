import { type Insertable, sql } from 'kysely'
import { inChunks } from '#app/db/chunks.ts'
import type { Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'
import { lockDeals } from '#app/deals/server/deal/deal.queries.ts'

const ROWS_PER_STATEMENT = 30

/** Takes the lock of all writers of deals with a longer timeout, because a large import outlasts a request. */
export async function lockImports(trx: Trx): Promise<void> {
  await sql`set local lock_timeout = '60s'`.execute(trx)
  await sql`set local statement_timeout = '60s'`.execute(trx)
  await lockDeals(trx)
}

/** Inserts the deals whose links are new, and returns the ids of those inserted. */
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
  counted: {
    importId: string
    createdCount: number
    duplicateCount: number
    updatedCount: number
  },
): Promise<void> {
  const { importId, createdCount, duplicateCount, updatedCount } = counted
  await trx
    .updateTable('imports')
    .set({ createdCount, duplicateCount, updatedCount })
    .where('id', '=', importId)
    .execute()
}
