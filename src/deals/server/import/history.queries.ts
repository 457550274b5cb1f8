import { sql } from 'kysely'
import { inChunks } from '#app/db/chunks.ts'
import type { Database, Trx } from '#app/db/database.ts'

const NEWEST = 100

const ROWS_PER_STATEMENT = 50

/** The newest imports, each with its number of remaining, published, edited and restorable deals. */
export async function findImportRows(db: Database) {
  return db
    .with('newest', (with_) =>
      with_
        .selectFrom('imports')
        .selectAll()
        .orderBy('createdAt', 'desc')
        .orderBy('id')
        .limit(NEWEST),
    )
    .selectFrom('newest')
    .leftJoin('deals', (join) =>
      join
        .onRef('deals.importId', '=', 'newest.id')
        .on(({ eb, ref, or }) =>
          or([
            eb('deals.deletedAt', 'is', null),
            eb('deals.deletedAt', '=', ref('newest.undoneAt')),
          ]),
        ),
    )
    .select([
      ...(['newest.id', 'fileName', 'newest.createdAt', 'actorName', 'state', 'rowCount'] as const),
      ...(['createdCount', 'duplicateCount', 'problemCount', 'undoneAt', 'undoneCount'] as const),
      'updatedCount',
    ])
    .select(({ fn }) => [
      fn.count<number>('deals.id').filterWhere('deals.deletedAt', 'is', null).as('remaining'),
      fn.count<number>('deals.id').filterWhere('deals.isPublished', '=', true).as('published'),
      fn
        .count<number>('deals.id')
        .filterWhere('deals.version', '>', 1)
        .filterWhere('deals.deletedAt', 'is', null)
        .as('edited'),
      fn.count<number>('deals.id').filterWhere('deals.deletedAt', 'is not', null).as('restorable'),
      fn
        .count<number>('deals.id')
        .filterWhere('deals.deletedAt', 'is', null)
        .filterWhere(sql<boolean>`deals.unread_terms <> '{}'`)
        .as('noted'),
    ])
    .groupBy([
      ...(['newest.id', 'fileName', 'newest.createdAt', 'actorName', 'state', 'rowCount'] as const),
      ...(['createdCount', 'duplicateCount', 'problemCount', 'undoneAt', 'undoneCount'] as const),
      'updatedCount',
    ])
    .orderBy('newest.createdAt', 'desc')
    .orderBy('newest.id')
    .execute()
}

/** Locks the row, so that one undo or restore of an import runs at a time. */
export async function lockImport(trx: Trx, id: string) {
  return trx
    .selectFrom('imports')
    .select(['id', 'fileName', 'state', 'undoneAt', 'updatedCount'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function findDealsOfImport(
  trx: Trx,
  importId: string,
  { deletedAt }: { deletedAt: Date | null },
) {
  return trx
    .selectFrom('deals')
    .select(['id', 'buyUrlKey'])
    .where('importId', '=', importId)
    .where(sql<boolean>`deleted_at is not distinct from ${deletedAt}::timestamptz`)
    .orderBy('feedPosition')
    .execute()
}

/** Changes the time of deletion of deals that are already deleted. */
export async function moveDeletion(trx: Trx, ids: string[], deletedAt: Date): Promise<void> {
  for (const some of inChunks(ids, ROWS_PER_STATEMENT)) {
    await trx
      .updateTable('deals')
      .set({ deletedAt })
      .where('id', 'in', some)
      .where('deletedAt', 'is not', null)
      .execute()
  }
}

export async function markImport(
  trx: Trx,
  id: string,
  columns: { state: 'imported' | 'undone'; undoneAt: Date | null; undoneCount: number | null },
): Promise<void> {
  await trx.updateTable('imports').set(columns).where('id', '=', id).execute()
}
