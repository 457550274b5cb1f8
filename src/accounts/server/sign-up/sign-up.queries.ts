import { sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'

export type NewSignUp = {
  id: string
  /** Id of the account to create when the address has none. */
  userId: string
  email: string
  passwordHash: string
  bindingHash: string
  returnTo: string | null
  termsVersion: number
  policyVersion: number
  now: Date
}

/**
 * Inserts a sign-up, and an unconfirmed account when the address has none. One statement, the same for every
 * address. False when the account was created or deleted concurrently: the caller should retry.
 */
export async function insertSignUp(trx: Trx, signUp: NewSignUp): Promise<boolean> {
  const { id, userId, email, passwordHash, bindingHash, returnTo, now } = signUp
  const { termsVersion, policyVersion } = signUp
  const { rows } = await sql`
    with made as (
      insert into users (id, email, password_hash, created_at)
      values (${userId}, ${email}, ${passwordHash}, ${now}::timestamptz)
      on conflict (email) do nothing
      returning id, confirmed_at
    ), known as (
      select id, confirmed_at from users where email = ${email} for key share
    ), owner as (
      select id, confirmed_at from made union all select id, confirmed_at from known
    )
    insert into sign_ups (id, user_id, password_hash, binding_hash, return_to, created_at,
      terms_version, policy_version)
    select ${id}::text, id, case when confirmed_at is null then ${passwordHash}::text end,
      ${bindingHash}::text, ${returnTo}::text, ${now}::timestamptz,
      ${termsVersion}::integer, ${policyVersion}::integer
    from owner
    returning user_id`.execute(trx)
  return rows.length > 0
}

const SIGN_UP = ['signUps.id', 'signUps.userId', 'signUps.returnTo'] as const

export async function findSignUp(db: Database, id: string) {
  return db
    .selectFrom('signUps')
    .innerJoin('users', 'users.id', 'signUps.userId')
    .select([...SIGN_UP, 'users.email', 'users.confirmedAt'])
    .where('signUps.id', '=', id)
    .executeTakeFirst()
}

/** The latest sign-up, by account or else by the browser's secret. */
export async function findLatestSignUp(
  db: Database,
  by: { userId: string } | { bindingHash: string },
) {
  return db
    .selectFrom('signUps')
    .innerJoin('users', 'users.id', 'signUps.userId')
    .select([...SIGN_UP, 'users.email', 'users.confirmedAt'])
    .where((eb) =>
      'userId' in by
        ? eb('signUps.userId', '=', by.userId)
        : eb('signUps.bindingHash', '=', by.bindingHash),
    )
    .orderBy('signUps.createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function insertConfirmationLink(
  db: Database,
  link: { tokenHash: string; signUpId: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await db.insertInto('confirmationLinks').values(link).execute()
}

/** Finds a link whether or not it is used or expired. */
export async function findConfirmationLink(db: Database, tokenHash: string) {
  return db
    .selectFrom('confirmationLinks')
    .innerJoin('signUps', 'signUps.id', 'confirmationLinks.signUpId')
    .innerJoin('users', 'users.id', 'signUps.userId')
    .select([...SIGN_UP, 'signUps.passwordHash', 'signUps.bindingHash'])
    .select(['signUps.createdAt as askedAt', 'signUps.termsVersion', 'signUps.policyVersion'])
    .select(['confirmationLinks.usedAt', 'confirmationLinks.expiresAt'])
    .select(['users.email', 'users.confirmedAt'])
    .where('confirmationLinks.tokenHash', '=', tokenHash)
    .executeTakeFirst()
}

/** Locks the account until the transaction ends; undefined when it is gone. */
export async function lockForConfirmation(trx: Trx, userId: string) {
  return trx
    .selectFrom('users')
    .select(['passwordHash', 'confirmedAt'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
}

/** Consumes a link: of concurrent calls exactly one returns true. */
export async function consumeConfirmationLink(
  trx: Trx,
  { tokenHash, now }: { tokenHash: string; now: Date },
): Promise<boolean> {
  const used = await trx
    .updateTable('confirmationLinks')
    .set({ usedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning('signUpId')
    .executeTakeFirst()
  return used !== undefined
}

/** Unconfirmed accounts whose latest sign-up is older than `before`. */
export async function findUnconfirmedBefore(db: Database, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('confirmedAt', 'is', null)
    .where('createdAt', '<', before)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('signUps')
            .select('signUps.id')
            .whereRef('signUps.userId', '=', 'users.id')
            .where('signUps.createdAt', '>=', before),
        ),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Cascades to their links. */
export async function deleteSignUpsBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('signUps').where('createdAt', '<', before).execute()
}
