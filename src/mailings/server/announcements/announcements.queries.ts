import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'

export type AnnouncementRow = Selectable<Tables['announcements']>

/** Inserts an announcement; returns false, changing nothing, if the id exists. */
export async function insertAnnouncement(
  trx: Trx,
  row: Insertable<Tables['announcements']>,
): Promise<boolean> {
  const inserted = await trx
    .insertInto('announcements')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Returns drafts first, then the newest. */
export async function findAnnouncements(db: Database): Promise<AnnouncementRow[]> {
  return db
    .selectFrom('announcements')
    .selectAll()
    .orderBy(sql`state <> 'draft'`)
    .orderBy(sql`coalesce(started_at, changed_at)`, 'desc')
    .orderBy('id')
    .limit(100)
    .execute()
}

export async function findAnnouncement(
  db: Database,
  id: string,
): Promise<AnnouncementRow | undefined> {
  return db.selectFrom('announcements').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locks an announcement until the transaction ends. */
export async function lockAnnouncement(trx: Trx, id: string): Promise<AnnouncementRow | undefined> {
  return trx
    .selectFrom('announcements')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Locks an announcement that is going out; returns undefined also if another process holds it. */
export async function takeAnnouncement(trx: Trx, id: string): Promise<AnnouncementRow | undefined> {
  return trx
    .selectFrom('announcements')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'going')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

export async function findGoing(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('announcements')
    .select('id')
    .where('state', '=', 'going')
    .orderBy('startedAt')
    .execute()
  return rows.map(({ id }) => id)
}

export async function updateAnnouncement(
  trx: Trx,
  id: string,
  change: Updateable<Tables['announcements']>,
): Promise<void> {
  await trx.updateTable('announcements').set(change).where('id', '=', id).execute()
}

export async function deleteAnnouncement(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('announcements').where('id', '=', id).execute()
}

/** Returns ids of confirmed accounts created before a moment, in order. */
export async function findAccountsAfter(
  db: Database,
  { after, before, limit }: { after: string; before: Date; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('id', '>', after)
    .where('createdAt', '<=', before)
    .where('confirmedAt', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Stops all announcements after a restore: how far they had come is unknown, so a person has to look. */
export async function stopAnnouncements(trx: Trx): Promise<void> {
  await trx
    .updateTable('announcements')
    .set({ state: 'stopped' })
    .where('state', '=', 'going')
    .execute()
}
