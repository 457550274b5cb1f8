import type { Database, Trx } from '#app/db/database.ts'
import { type DataCount, selectDataCount } from '#app/server/personal-data.queries.ts'

export async function findUser(db: Database, userId: string) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'createdAt', 'passwordChangedAt'])
    .where('id', '=', userId)
    .executeTakeFirst()
}

export async function findSessionsOf(db: Database, userId: string) {
  return db
    .selectFrom('sessions')
    .select(['createdAt', 'lastSeenAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
}

export async function findKnownDevicesOf(db: Database, userId: string) {
  return db
    .selectFrom('knownDevices')
    .select('lastUsedAt')
    .where('userId', '=', userId)
    .orderBy('lastUsedAt')
    .execute()
}

export async function findPasswordResetsOf(db: Database, userId: string) {
  return db
    .selectFrom('passwordResets')
    .select(['createdAt', 'expiresAt', 'usedAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
}

export async function countSessionsOf(db: Database, userId: string): Promise<DataCount> {
  return db
    .selectFrom('sessions')
    .select(selectDataCount('lastSeenAt'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
}

export async function countKnownDevicesOf(db: Database, userId: string): Promise<DataCount> {
  return db
    .selectFrom('knownDevices')
    .select(selectDataCount('lastUsedAt'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
}

export async function countPasswordResetsOf(db: Database, userId: string): Promise<DataCount> {
  return db
    .selectFrom('passwordResets')
    .select(selectDataCount('createdAt'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
}

/** Nothing that refers to this person can be written until the transaction ends. */
export async function lockUser(
  trx: Trx,
  userId: string,
): Promise<{ passwordHash: string } | undefined> {
  return trx
    .selectFrom('users')
    .select('passwordHash')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
}

/** Sessions, known browsers and reset links go with it. */
export async function deleteUser(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('users').where('id', '=', userId).execute()
}
