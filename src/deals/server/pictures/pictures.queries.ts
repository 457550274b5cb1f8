import type { Insertable } from 'kysely'
import type { Database } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'

export async function findPicture(db: Database, id: string) {
  return db
    .selectFrom('pictures')
    .select(['id', 'width', 'height', 'placeholder'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The same picture may arrive many times at once; all but the first change nothing. */
export async function insertPicture(db: Database, picture: Insertable<Tables['pictures']>) {
  await db
    .insertInto('pictures')
    .values(picture)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
