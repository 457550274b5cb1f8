import { type RawBuilder, sql } from 'kysely'
import type { AdministratorRole } from '#app/admin/administrators/administrators.facts.ts'
import type { Database, Trx } from '#app/db/database.ts'

export type AdminSessionRow = {
  tokenHash: string
  label: string
  /** The name of the account; with the shared password, the name that the person gave. */
  name: string
  /** Null with the shared password. */
  administratorId: string | null
  role: AdministratorRole
  /** Opened by the emergency door: may invite an owner, and do nothing else. */
  isEmergency: boolean
  /** When a second factor was last given, or the password where there is none. */
  provedAt: Date | null
  createdAt: Date
  lastSeenAt: Date
}

const SESSION = [
  'tokenHash',
  'label',
  'isEmergency',
  'provedAt',
  'createdAt',
  'lastSeenAt',
] as const

export async function findAdminPasswordHash(db: Database): Promise<string | undefined> {
  const found = await db
    .selectFrom('adminCredentials')
    .select('passwordHash')
    .where('id', '=', 1)
    .executeTakeFirst()
  return found?.passwordHash
}

/** Returns false if there is a password already. */
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

/** Returns false if the password is no longer `old`. */
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
 * Opens a session with the shared password, unless the password has changed since it was verified or there is
 * an owner by now. The lock orders it against both changes: they either come first and prevent the session,
 * or end it with all others.
 */
export async function insertSharedSession(
  trx: Trx,
  session: Omit<
    AdminSessionRow,
    'createdAt' | 'lastSeenAt' | 'administratorId' | 'role' | 'provedAt'
  > & {
    passwordHash: string
    now: Date
    forgiving: RawBuilder<unknown>
    browser: string
    network: string
  },
): Promise<boolean> {
  const { tokenHash, label, name, passwordHash, isEmergency, now, forgiving, browser, network } =
    session
  const { rows } = await sql<{ id: number }>`
    with held as (
      select id from admin_credentials where password_hash = ${passwordHash}
        and (${isEmergency}::boolean or not exists (
          select from administrators where role = 'owner' and removed_at is null))
      for share
    ), opened as (
      insert into admin_sessions
        (token_hash, label, name, is_emergency, proved_at, browser, network, created_at, last_seen_at)
      select ${tokenHash}::text, ${label}::text, ${name}::text, ${isEmergency}::boolean,
        ${now}::timestamptz, ${browser}::text, ${network}::text, ${now}::timestamptz, ${now}::timestamptz
      from held
    ), forgiven as (${forgiving})
    select id from held`.execute(trx)
  return rows.length > 0
}

/**
 * Returns false if the administrator was removed; a removal either came first or waits for this transaction.
 */
export async function insertAccountSession(
  trx: Trx,
  session: {
    tokenHash: string
    label: string
    administratorId: string
    now: Date
    browser: string
    network: string
  },
): Promise<boolean> {
  const { now, administratorId, ...more } = session
  const held = await trx
    .selectFrom('administrators')
    .select('id')
    .where('id', '=', administratorId)
    .where('removedAt', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!held) return false
  await trx
    .insertInto('adminSessions')
    .values({ ...more, administratorId, provedAt: now, createdAt: now, lastSeenAt: now })
    .execute()
  return true
}

/** Joins the account, so that a changed role takes effect with the next request. */
export async function findAdminSessionRow(
  db: Database,
  tokenHash: string,
): Promise<AdminSessionRow | undefined> {
  return db
    .selectFrom('adminSessions as session')
    .leftJoin('administrators as person', 'person.id', 'session.administratorId')
    .select(SESSION.map((column) => `session.${column}` as const))
    .select('session.administratorId')
    .select((eb) => eb.fn.coalesce('person.name', 'session.name').as('name'))
    .select(sql<AdministratorRole>`coalesce(person.role, 'owner')`.as('role'))
    .where('session.tokenHash', '=', tokenHash)
    .where('person.removedAt', 'is', null)
    .executeTakeFirst()
}

export async function updateProvedAt(
  db: Database,
  { tokenHash, now }: { tokenHash: string; now: Date },
): Promise<void> {
  await db
    .updateTable('adminSessions')
    .set({ provedAt: now })
    .where('tokenHash', '=', tokenHash)
    .execute()
}

/** Returns the sessions of one person, most recently used first. */
export async function findAdministratorSessions(db: Database, administratorId: string) {
  return db
    .selectFrom('adminSessions')
    .select(['label', 'browser', 'network', 'createdAt', 'lastSeenAt', 'tokenHash'])
    .where('administratorId', '=', administratorId)
    .orderBy('lastSeenAt', 'desc')
    .execute()
}

/** Ends one session of an administrator, or all except `but`; returns how many ended. */
export async function deleteAdministratorSessions(
  trx: Trx,
  { administratorId, label, but }: { administratorId: string; label?: string; but?: string },
): Promise<number> {
  const ended = await trx
    .deleteFrom('adminSessions')
    .where('administratorId', '=', administratorId)
    .$if(label !== undefined, (theirs) => theirs.where('label', '=', label ?? ''))
    .$if(but !== undefined, (theirs) => theirs.where('tokenHash', '!=', but ?? ''))
    .returning('label')
    .execute()
  return ended.length
}

/** Ends all sessions of the shared password. */
export async function deleteSharedSessions(trx: Trx): Promise<void> {
  // Opening such a session holds a share lock on this row, so none can be opened meanwhile.
  await trx.selectFrom('adminCredentials').select('id').forUpdate().execute()
  await trx.deleteFrom('adminSessions').where('administratorId', 'is', null).execute()
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

export async function deleteAdminSession(trx: Trx, tokenHash: string): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('adminSessions')
    .where('tokenHash', '=', tokenHash)
    .returning('label')
    .executeTakeFirst()
  return deleted !== undefined
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
