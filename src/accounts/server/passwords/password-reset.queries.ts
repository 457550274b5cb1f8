import { sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'

/** False when the account has been deleted; waits for a deletion in progress. */
export async function insertPasswordReset(
  db: Database,
  { tokenHash, userId, createdAt, expiresAt, returnTo }: NewReset,
): Promise<boolean> {
  const inserted = await db
    .insertInto('passwordResets')
    .columns(['tokenHash', 'userId', 'createdAt', 'expiresAt', 'returnTo'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select([
          sql<string>`${tokenHash}::text`.as('tokenHash'),
          'users.id as userId',
          sql<Date>`${createdAt}::timestamptz`.as('createdAt'),
          sql<Date>`${expiresAt}::timestamptz`.as('expiresAt'),
          sql<string | null>`${returnTo}::text`.as('returnTo'),
        ])
        .where('users.id', '=', userId)
        .forKeyShare(),
    )
    .returning('userId')
    .executeTakeFirst()
  return inserted !== undefined
}

type NewReset = {
  tokenHash: string
  userId: string
  createdAt: Date
  expiresAt: Date
  returnTo: string | null
}

/** Finds a reset that is neither used nor expired. */
export async function findPasswordReset(
  db: Database,
  { tokenHash, now }: { tokenHash: string; now: Date },
) {
  return db
    .selectFrom('passwordResets')
    .innerJoin('users', 'users.id', 'passwordResets.userId')
    .select(['passwordResets.userId', 'passwordResets.returnTo', 'users.email'])
    .where('passwordResets.tokenHash', '=', tokenHash)
    .where('passwordResets.usedAt', 'is', null)
    .where('passwordResets.expiresAt', '>', now)
    .executeTakeFirst()
}

/** Consumes a token: of concurrent calls exactly one returns true. */
export async function consumePasswordReset(
  trx: Trx,
  { tokenHash, now }: { tokenHash: string; now: Date },
): Promise<boolean> {
  const used = await trx
    .updateTable('passwordResets')
    .set({ usedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning('userId')
    .executeTakeFirst()
  return used !== undefined
}

export async function invalidatePasswordResets(
  trx: Trx,
  { userId, now }: { userId: string; now: Date },
): Promise<void> {
  await trx
    .updateTable('passwordResets')
    .set({ usedAt: now })
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .execute()
}

export async function deletePasswordResetsBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('passwordResets').where('expiresAt', '<', before).execute()
}
