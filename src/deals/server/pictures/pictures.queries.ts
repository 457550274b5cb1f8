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

/** Which of these pictures are stored. */
export async function findPictureIds(db: Database, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('pictures').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

/** The same picture may arrive many times at once; all but the first change nothing. */
export async function insertPicture(db: Database, picture: Insertable<Tables['pictures']>) {
  await db
    .insertInto('pictures')
    .values(picture)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** In their order. */
export async function listPictureIds(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('pictures').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}
