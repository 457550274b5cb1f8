import { type Insertable, sql, type Updateable } from 'kysely'
import type { Database } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'

export async function findPicture(db: Database, id: string) {
  return db
    .selectFrom('pictures')
    .select(['id', 'width', 'height', 'placeholder', 'likeness'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Which of these pictures are stored. */
export async function findPictureIds(db: Database, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('pictures').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

/** Idempotent, since the same picture may arrive several times at once. */
export async function insertPicture(db: Database, picture: Insertable<Tables['pictures']>) {
  await db
    .insertInto('pictures')
    .values(picture)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Stores the findings of a sweep. */
export async function noteSwept(
  db: Database,
  id: string,
  found: Updateable<Tables['pictures']>,
): Promise<void> {
  await db.updateTable('pictures').set(found).where('id', '=', id).execute()
}

/** Pictures not swept since `since`, by id, that belong to deals that are not deleted. */
export async function findUnswept(db: Database, since: Date, { after, most }: SweepPage) {
  return db
    .selectFrom('pictures')
    .select(['id', 'likeness', 'fault'])
    .where('id', '>', after)
    .where((eb) => eb.or([eb('sweptAt', 'is', null), eb('sweptAt', '<', since)]))
    .where(
      sql<boolean>`(
        exists (select from deals where card_picture_id = pictures.id and deleted_at is null)
        or exists (select from deal_pictures join deals on deals.id = deal_id
          where picture_id = pictures.id and deleted_at is null)
      )`,
    )
    .orderBy('id')
    .limit(most)
    .execute()
}

export type Unswept = Awaited<ReturnType<typeof findUnswept>>[number]

type SweepPage = { after: string; most: number }

/** Sorted by id. */
export async function listPictureIds(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('pictures').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}
