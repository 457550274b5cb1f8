import type { Insertable } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'

/** An administrator's id; null stands for the shared password. */
type Owner = string | null

function ofOwner(db: Database, owner: Owner) {
  return db.selectFrom('listViews').where('administratorId', 'is not distinct from', owner)
}

export async function findViews(db: Database, owner: Owner) {
  return ofOwner(db, owner)
    .select(['id', 'name', 'nameKey', 'address', 'columns'])
    .orderBy('nameKey')
    .execute()
}

/** Replaces a view of the same name. */
export async function putView(trx: Trx, view: Insertable<Tables['listViews']>): Promise<void> {
  await trx
    .insertInto('listViews')
    .values(view)
    .onConflict((conflict) =>
      conflict.columns(['administratorId', 'nameKey']).doUpdateSet((eb) => ({
        name: eb.ref('excluded.name'),
        address: eb.ref('excluded.address'),
        columns: eb.ref('excluded.columns'),
      })),
    )
    .execute()
}

/** Returns whether there was one. */
export async function deleteView(db: Database, owner: Owner, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('listViews')
    .where('administratorId', 'is not distinct from', owner)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
