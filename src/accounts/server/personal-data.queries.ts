import { sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import { type DataCount, selectDataCount } from '#app/server/personal-data.queries.ts'

export async function findUser(db: Database, userId: string) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'createdAt', 'passwordChangedAt', 'confirmedAt', 'inboxProvenAt'])
    .where('id', '=', userId)
    .executeTakeFirst()
}

export async function findSessionsOf(db: Database, userId: string) {
  return db
    .selectFrom('sessions')
    .select(['createdAt', 'lastSeenAt', 'browser', 'system'])
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
    .select(['createdAt', 'expiresAt', 'usedAt', 'returnTo'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
}

export async function findSignUpsOf(db: Database, userId: string) {
  return db
    .selectFrom('signUps')
    .select(['createdAt', 'returnTo', 'termsVersion', 'policyVersion'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
}

export async function findConfirmationLinksOf(db: Database, userId: string) {
  return db
    .selectFrom('confirmationLinks')
    .innerJoin('signUps', 'signUps.id', 'confirmationLinks.signUpId')
    .select([
      'confirmationLinks.createdAt',
      'confirmationLinks.expiresAt',
      'confirmationLinks.usedAt',
    ])
    .where('signUps.userId', '=', userId)
    .orderBy('confirmationLinks.createdAt')
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

export async function findEmailChangesOf(db: Database, userId: string) {
  return db
    .selectFrom('emailChanges')
    .select(['oldEmail', 'newEmail', 'createdAt', 'expiresAt', 'confirmedAt', 'stoppedAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
}

export async function countEmailChangesOf(db: Database, userId: string): Promise<DataCount> {
  return db
    .selectFrom('emailChanges')
    .select(selectDataCount('createdAt'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
}

export async function countSignUpsOf(db: Database, userId: string): Promise<DataCount> {
  return db
    .selectFrom('signUps')
    .select(selectDataCount('createdAt'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
}

/** An address and the period in which it was this person's; null means unbounded. */
type HeldAddress = { email: string; since: Date | null; until: Date | null }

/**
 * The account's current and former addresses, as far back as address changes are kept. An address that once
 * belonged to somebody else counts only from when they gave it up.
 */
export async function findHeldAddresses(
  db: Database,
  { userId, email }: { userId: string; email: string },
): Promise<HeldAddress[]> {
  const { rows } = await sql<HeldAddress>`
    with held as (
      select ${email}::text as email, null::timestamptz as until
      union all
      select old_email, max(confirmed_at) from email_changes
      where user_id = ${userId} and confirmed_at is not null and old_email <> ${email}
      group by old_email
    )
    select held.email, held.until, (
      select max(left_by.confirmed_at) from email_changes as left_by
      where left_by.old_email = held.email and left_by.user_id <> ${userId}
        and (held.until is null or left_by.confirmed_at < held.until)
        and (left_by.stopped_at is null or left_by.stopped_at < left_by.confirmed_at)
    ) as since
    from held`.execute(db)
  return rows
}

export async function countConfirmationLinksOf(db: Database, userId: string): Promise<DataCount> {
  return db
    .selectFrom('confirmationLinks')
    .select(selectDataCount('createdAt'))
    .where('signUpId', 'in', (eb) =>
      eb.selectFrom('signUps').select('signUps.id').where('userId', '=', userId),
    )
    .executeTakeFirstOrThrow()
}

/** Locks the row: nothing that references this person can be written until the transaction ends. */
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

/** Cascades to sessions, known browsers, sign-ups, address changes and links. */
export async function deleteUser(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('users').where('id', '=', userId).execute()
}
