import { type Insertable, sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'

export async function insertInboxLink(
  db: Database,
  link: Insertable<Tables['inboxLinks']>,
): Promise<void> {
  await db.insertInto('inboxLinks').values(link).execute()
}

/** Uses up a link and returns its user, if their address is still the one it was mailed to. */
export async function consumeInboxLink(
  trx: Trx,
  { tokenHash, now }: { tokenHash: string; now: Date },
): Promise<string | undefined> {
  const used = await trx
    .updateTable('inboxLinks')
    .from('users')
    .set({ usedAt: now })
    .whereRef('users.id', '=', 'inboxLinks.userId')
    .whereRef('users.email', '=', 'inboxLinks.email')
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning('inboxLinks.userId')
    .executeTakeFirst()
  return used?.userId
}

/** Considers only links that have not expired. */
export async function findLastLinkAt(
  db: Database,
  { userId, now }: { userId: string; now: Date },
): Promise<Date | null> {
  const { at } = await db
    .selectFrom('inboxLinks')
    .select(sql<Date | null>`max(created_at)`.as('at'))
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .executeTakeFirstOrThrow()
  return at
}

/** Deletes all links after a restore, since a link used after the backup would work again. */
export async function deleteInboxLinks(trx: Trx): Promise<void> {
  await trx.deleteFrom('inboxLinks').execute()
}

export async function deleteInboxLinksBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('inboxLinks').where('expiresAt', '<', before).execute()
}
