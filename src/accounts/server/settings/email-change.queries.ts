import { type Selectable, sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'

export type EmailChangeRow = Selectable<Tables['emailChanges']>

const CHANGE = [
  'emailChanges.id',
  'emailChanges.userId',
  'oldEmail',
  'newEmail',
  'createdAt',
  'expiresAt',
  'confirmedAt',
  'stoppedAt',
] as const

export async function insertEmailChange(
  trx: Trx,
  change: Omit<EmailChangeRow, 'confirmedAt' | 'stoppedAt'>,
): Promise<void> {
  await trx.insertInto('emailChanges').values(change).execute()
}

export async function findEmailChange(
  db: Database,
  id: string,
): Promise<EmailChangeRow | undefined> {
  return db.selectFrom('emailChanges').select(CHANGE).where('id', '=', id).executeTakeFirst()
}

/** The change that waits to be confirmed, if any. */
export async function findOpenEmailChange(
  db: Database,
  { userId, now }: { userId: string; now: Date },
): Promise<EmailChangeRow | undefined> {
  return db
    .selectFrom('emailChanges')
    .select(CHANGE)
    .where('userId', '=', userId)
    .where('confirmedAt', 'is', null)
    .where('stoppedAt', 'is', null)
    .where('expiresAt', '>', now)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Stops all unconfirmed changes of this account. */
export async function stopOpenEmailChanges(
  trx: Trx,
  { userId, now }: { userId: string; now: Date },
): Promise<void> {
  await trx
    .updateTable('emailChanges')
    .set({ stoppedAt: now })
    .where('userId', '=', userId)
    .where('confirmedAt', 'is', null)
    .where('stoppedAt', 'is', null)
    .execute()
}

/** Stops this change and all later ones, which started from an address that is being reverted. */
export async function stopEmailChangesSince(
  trx: Trx,
  { userId, createdAt, now }: Pick<EmailChangeRow, 'userId' | 'createdAt'> & { now: Date },
): Promise<void> {
  await trx
    .updateTable('emailChanges')
    .set({ stoppedAt: now })
    .where('userId', '=', userId)
    .where('createdAt', '>=', createdAt)
    .where('stoppedAt', 'is', null)
    .execute()
}

export async function markEmailChangeConfirmed(trx: Trx, id: string, now: Date): Promise<void> {
  await trx.updateTable('emailChanges').set({ confirmedAt: now }).where('id', '=', id).execute()
}

type Link = { tokenHash: string; changeId: string; purpose: 'confirm' | 'stop' }

/** False when the change is gone, because its account was deleted. */
export async function insertEmailChangeLink(db: Database, link: Link): Promise<boolean> {
  const { rows } = await sql<{ changeId: string }>`
    insert into email_change_links (token_hash, change_id, purpose)
    select ${link.tokenHash}::text, id, ${link.purpose}::text
    from email_changes where id = ${link.changeId} for key share
    returning change_id`.execute(db)
  return rows.length > 0
}

/** The change that a link belongs to. */
export async function findEmailChangeOfLink(
  db: Database,
  { tokenHash, purpose }: Omit<Link, 'changeId'>,
): Promise<EmailChangeRow | undefined> {
  return db
    .selectFrom('emailChangeLinks')
    .innerJoin('emailChanges', 'emailChanges.id', 'emailChangeLinks.changeId')
    .select(CHANGE)
    .where('tokenHash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
}

/** Updates the address, unless another account has it. */
export async function updateEmail(
  trx: Trx,
  { userId, email }: { userId: string; email: string },
): Promise<boolean> {
  const updated = await trx
    .updateTable('users')
    .set({ email })
    .where('id', '=', userId)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('users as other').select('id').where('email', '=', email))),
    )
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

export async function deleteEmailChangesBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('emailChanges').where('createdAt', '<', before).execute()
}
