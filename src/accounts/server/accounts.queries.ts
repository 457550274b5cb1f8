import type { Database } from '#app/db/database.ts'

export async function findUserByEmail(db: Database, email: string) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'passwordHash'])
    .where('email', '=', email)
    .executeTakeFirst()
}

type NewUser = { id: string; email: string; passwordHash: string; createdAt: Date }

/** Undefined when the address already has an account. */
export async function insertUser(db: Database, user: NewUser) {
  return db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(['id', 'email'])
    .executeTakeFirst()
}

export async function findSession(db: Database, tokenHash: string) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['users.id as userId', 'users.email', 'sessions.createdAt', 'sessions.lastSeenAt'])
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
}

export async function insertSession(
  db: Database,
  session: { tokenHash: string; userId: string; createdAt: Date; lastSeenAt: Date },
) {
  await db.insertInto('sessions').values(session).execute()
}

export async function touchSession(db: Database, tokenHash: string, now: Date) {
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

/** Sessions that nobody can use any more. */
export async function deleteOldSessions(
  db: Database,
  { idleSince, startedBefore }: { idleSince: Date; startedBefore: Date },
) {
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('lastSeenAt', '<', idleSince), eb('createdAt', '<', startedBefore)]))
    .execute()
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

export async function upsertKnownDevice(
  db: Database,
  device: { tokenHash: string; userId: string; lastUsedAt: Date },
) {
  await db
    .insertInto('knownDevices')
    .values(device)
    .onConflict((conflict) =>
      conflict.columns(['tokenHash', 'userId']).doUpdateSet({ lastUsedAt: device.lastUsedAt }),
    )
    .execute()
}
