import { type RawBuilder, sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import { keepPlan } from '#app/db/planned.ts'

export type AccountRow = {
  id: string
  email: string
  passwordHash: string
  createdAt: Date
  /** When the address was proven, or used for a payment; null until then. */
  confirmedAt: Date | null
}

const ACCOUNT = ['id', 'email', 'passwordHash', 'createdAt', 'confirmedAt'] as const

export async function findAccountByEmail(
  db: Database,
  email: string,
): Promise<AccountRow | undefined> {
  return db.selectFrom('users').select(ACCOUNT).where('email', '=', email).executeTakeFirst()
}

export async function findAccountById(db: Database, id: string): Promise<AccountRow | undefined> {
  return db.selectFrom('users').select(ACCOUNT).where('id', '=', id).executeTakeFirst()
}

/** Locks the account until the transaction ends. */
export async function lockAccount(trx: Trx, id: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute()
}

export async function updatePassword(
  trx: Trx,
  { id, passwordHash, now }: { id: string; passwordHash: string; now: Date },
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ passwordHash, passwordChangedAt: now })
    .where('id', '=', id)
    .execute()
}

/** Returns whether this call confirmed it. */
export async function updateConfirmed(
  trx: Trx,
  { id, now }: { id: string; now: Date },
): Promise<boolean> {
  const confirmed = await trx
    .updateTable('users')
    .set({ confirmedAt: now })
    .where('id', '=', id)
    .where('confirmedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return confirmed !== undefined
}

export async function updateInboxProven(
  trx: Trx,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  await trx.updateTable('users').set({ inboxProvenAt: now }).where('id', '=', id).execute()
}

/** Returns the id, or undefined when there is no such account or it is confirmed. */
export async function deleteUnconfirmed(
  trx: Trx,
  by: { email: string } | { id: string },
): Promise<string | undefined> {
  const deleted = await trx
    .deleteFrom('users')
    .where((eb) => ('id' in by ? eb('id', '=', by.id) : eb('email', '=', by.email)))
    .where('confirmedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return deleted?.id
}

/** Undefined when the address already has an account. */
export async function insertAccount(
  db: Database,
  account: AccountRow,
): Promise<AccountRow | undefined> {
  return db
    .insertInto('users')
    .values(account)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(ACCOUNT)
    .executeTakeFirst()
}

export async function findSession(db: Database, tokenHash: string) {
  const query = db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['users.id as userId', 'users.email', 'users.confirmedAt'])
    .select(['sessions.createdAt', 'sessions.lastSeenAt'])
    .where('tokenHash', '=', tokenHash)
    .compile()
  const { rows } = await db.executeQuery(keepPlan(query))
  return rows[0]
}

export async function findSessions(db: Database, tokenHashes: string[]) {
  return db
    .selectFrom('sessions')
    .select(['tokenHash', 'createdAt', 'lastSeenAt'])
    .where('tokenHash', '=', sql<string>`any(${tokenHashes}::text[])`)
    .execute()
}

/**
 * Inserts a session and its known browser, unless the password has changed since it was checked. The account
 * row is locked: a concurrent password change either commits first, and no session is inserted, or commits
 * later and ends this session with all others.
 */
export async function insertSession(
  db: Database,
  session: {
    account: Pick<AccountRow, 'id' | 'passwordHash'>
    tokenHash: string
    deviceHash: string
    /** Display names, such as `Firefox` and `Windows`. */
    browser: string | null
    system: string | null
    now: Date
    forgiving?: RawBuilder<unknown>
  },
): Promise<boolean> {
  const { account, tokenHash, deviceHash, browser, system, now } = session
  const { forgiving = sql`select 1` } = session
  const { rows } = await sql<{ id: string }>`
    with held as (
      select id from users
      where id = ${account.id} and password_hash = ${account.passwordHash} for share
    ), opened as (
      insert into sessions
        (token_hash, user_id, created_at, last_seen_at, browser, system, device_hash)
      select ${tokenHash}::text, id, ${now}::timestamptz, ${now}::timestamptz,
        ${browser}::text, ${system}::text, ${deviceHash}::text
      from held
    ), known as (
      insert into known_devices (token_hash, user_id, last_used_at)
      select ${deviceHash}::text, id, ${now}::timestamptz from held
      on conflict (token_hash, user_id) do update set last_used_at = excluded.last_used_at
    ), forgiven as (${forgiving})
    select id from held`.execute(db)
  return rows.length > 0
}

export async function updateSessionLastSeen(db: Database, tokenHash: string, now: Date) {
  await db
    .updateTable('sessions')
    .set({ lastSeenAt: now })
    .where('tokenHash', '=', tokenHash)
    .execute()
}

export async function deleteSession(db: Database, tokenHash: string) {
  return db
    .deleteFrom('sessions')
    .where('tokenHash', '=', tokenHash)
    .returning('userId')
    .executeTakeFirst()
}

/** Deletes all of them, or all except one. */
export async function deleteSessionsOf(
  trx: Trx,
  userId: string,
  { except = '' }: { except?: string | undefined } = {},
): Promise<void> {
  await trx
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('tokenHash', '!=', except)
    .execute()
}

/** Deletes expired sessions. */
export async function deleteOldSessions(
  db: Database,
  { idleSince, startedBefore }: { idleSince: Date; startedBefore: Date },
) {
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('lastSeenAt', '<', idleSince), eb('createdAt', '<', startedBefore)]))
    .execute()
}

/** Counts sessions that have not expired. */
export async function countSessionsSince(
  db: Database,
  { idleSince, startedBefore }: { idleSince: Date; startedBefore: Date },
): Promise<number> {
  const { open } = await db
    .selectFrom('sessions')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('lastSeenAt', '>=', idleSince)
    .where('createdAt', '>=', startedBefore)
    .executeTakeFirstOrThrow()
  return Number(open)
}

export async function deleteKnownDevicesBefore(db: Database, before: Date) {
  await db.deleteFrom('knownDevices').where('lastUsedAt', '<', before).execute()
}

export async function isKnownDevice(db: Database, device: { tokenHash: string; userId: string }) {
  const found = await db
    .selectFrom('knownDevices')
    .select('userId')
    .where('tokenHash', '=', device.tokenHash)
    .where('userId', '=', device.userId)
    .executeTakeFirst()
  return found !== undefined
}

/** Deletes all of them, or all except one. */
export async function deleteKnownDevicesOf(
  trx: Trx,
  userId: string,
  { except = '' }: { except?: string | undefined } = {},
): Promise<void> {
  await trx
    .deleteFrom('knownDevices')
    .where('userId', '=', userId)
    .where('tokenHash', '!=', except)
    .execute()
}

/** Whether any browser has ever signed in to this account. */
export async function hasKnownDevices(db: Database, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('knownDevices')
    .select('userId')
    .where('userId', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Brand names of the catalogue: on this site they are easily guessed passwords. */
export async function findBrandNames(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('brands').select('name').execute()
  return rows.map(({ name }) => name)
}
