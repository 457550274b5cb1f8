import { type RawBuilder, sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'

export type AdminSessionRow = {
  tokenHash: string
  label: string
  name: string
  createdAt: Date
  lastSeenAt: Date
}

const SESSION = ['tokenHash', 'label', 'name', 'createdAt', 'lastSeenAt'] as const

export async function findAdminPasswordHash(db: Database): Promise<string | undefined> {
  const found = await db
    .selectFrom('adminCredentials')
    .select('passwordHash')
    .where('id', '=', 1)
    .executeTakeFirst()
  return found?.passwordHash
}

/** False when there is a password already. */
export async function insertAdminPassword(
  db: Database,
  { passwordHash, now }: { passwordHash: string; now: Date },
): Promise<boolean> {
  const inserted = await db
    .insertInto('adminCredentials')
    .values({ id: 1, passwordHash, setAt: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** False when it is another one by now than `old`. */
export async function replaceAdminPassword(
  trx: Trx,
  { old, passwordHash, now }: { old: string; passwordHash: string; now: Date },
): Promise<boolean> {
  const updated = await trx
    .updateTable('adminCredentials')
    .set({ passwordHash, setAt: now })
    .where('id', '=', 1)
    .where('passwordHash', '=', old)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/**
 * Opens a session, unless the password is another one by now than the one that was proved. Whoever
 * changes it either comes first, and there is no session, or ends it with all others.
 */
export async function insertAdminSession(
  trx: Trx,
  session: Omit<AdminSessionRow, 'createdAt' | 'lastSeenAt'> & {
    passwordHash: string
    now: Date
    forgiving: RawBuilder<unknown>
  },
): Promise<boolean> {
  const { tokenHash, label, name, passwordHash, now, forgiving } = session
  const { rows } = await sql<{ id: number }>`
    with held as (
      select id from admin_credentials where password_hash = ${passwordHash} for share
    ), opened as (
      insert into admin_sessions (token_hash, label, name, created_at, last_seen_at)
      select ${tokenHash}::text, ${label}::text, ${name}::text,
        ${now}::timestamptz, ${now}::timestamptz
      from held
    ), forgiven as (${forgiving})
    select id from held`.execute(trx)
  return rows.length > 0
}

export async function findAdminSessionRow(
  db: Database,
  tokenHash: string,
): Promise<AdminSessionRow | undefined> {
  return db
    .selectFrom('adminSessions')
    .select(SESSION)
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
}

export async function updateAdminLastSeen(
  db: Database,
  tokenHash: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable('adminSessions')
    .set({ lastSeenAt: now })
    .where('tokenHash', '=', tokenHash)
    .execute()
}

export async function updateAdminName(
  trx: Trx,
  { tokenHash, name }: { tokenHash: string; name: string },
): Promise<void> {
  await trx.updateTable('adminSessions').set({ name }).where('tokenHash', '=', tokenHash).execute()
}

export async function deleteAdminSession(
  trx: Trx,
  tokenHash: string,
): Promise<AdminSessionRow | undefined> {
  return trx
    .deleteFrom('adminSessions')
    .where('tokenHash', '=', tokenHash)
    .returning(SESSION)
    .executeTakeFirst()
}

export async function deleteAdminSessions(trx: Trx): Promise<void> {
  await trx.deleteFrom('adminSessions').execute()
}

export async function deleteOldAdminSessions(
  db: Database,
  { idleSince, startedBefore }: { idleSince: Date; startedBefore: Date },
): Promise<void> {
  await db
    .deleteFrom('adminSessions')
    .where((eb) => eb.or([eb('lastSeenAt', '<', idleSince), eb('createdAt', '<', startedBefore)]))
    .execute()
}
