import type { Database, Trx } from '#app/db/database.ts'

export async function insertPasswordReset(
  db: Database,
  reset: { tokenHash: string; userId: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await db.insertInto('passwordResets').values(reset).execute()
}

/** Only one that can still be used. */
export async function findPasswordReset(
  db: Database,
  { tokenHash, now }: { tokenHash: string; now: Date },
) {
  return db
    .selectFrom('passwordResets')
    .innerJoin('users', 'users.id', 'passwordResets.userId')
    .select(['passwordResets.userId', 'users.email'])
    .where('passwordResets.tokenHash', '=', tokenHash)
    .where('passwordResets.usedAt', 'is', null)
    .where('passwordResets.expiresAt', '>', now)
    .executeTakeFirst()
}

/** Of any number of calls with one token, one alone is answered true. */
export async function spendPasswordReset(
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

export async function endPasswordResets(
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
