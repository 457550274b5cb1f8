import type { Database, Trx } from '#app/db/database.ts'
import { type Trace, traceOf } from '#app/server/traces.ts'

export async function findOwnUser(db: Database, userId: string) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'createdAt', 'passwordChangedAt'])
    .where('id', '=', userId)
    .executeTakeFirst()
}

export async function findOwnSessions(db: Database, userId: string) {
  return db
    .selectFrom('sessions')
    .select(['createdAt', 'lastSeenAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
}

export async function findOwnBrowsers(db: Database, userId: string) {
  return db
    .selectFrom('knownDevices')
    .select('lastUsedAt')
    .where('userId', '=', userId)
    .orderBy('lastUsedAt')
    .execute()
}

export async function findOwnPasswordResets(db: Database, userId: string) {
  return db
    .selectFrom('passwordResets')
    .select(['createdAt', 'expiresAt', 'usedAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
}

export async function traceSessions(db: Database, userId: string): Promise<Trace> {
  return db
    .selectFrom('sessions')
    .select(traceOf('lastSeenAt'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
}

export async function traceBrowsers(db: Database, userId: string): Promise<Trace> {
  return db
    .selectFrom('knownDevices')
    .select(traceOf('lastUsedAt'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
}

export async function tracePasswordResets(db: Database, userId: string): Promise<Trace> {
  return db
    .selectFrom('passwordResets')
    .select(traceOf('createdAt'))
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
