import type { Database, Trx } from '#app/db/database.ts'

/** The signed-in browsers of an account, most recently seen first. */
export async function findBrowsersOf(db: Database, userId: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'tokenHash', 'browser', 'system', 'createdAt', 'lastSeenAt'])
    .where('userId', '=', userId)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id')
    .execute()
}

export async function findPasswordChange(db: Database, userId: string) {
  return db
    .selectFrom('users')
    .select('passwordChangedAt')
    .where('id', '=', userId)
    .executeTakeFirst()
}

/** Ends one session of this account and forgets its browser. False when there is none. */
export async function deleteBrowser(
  trx: Trx,
  { userId, id }: { userId: string; id: string },
): Promise<boolean> {
  const ended = await trx
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returning('deviceHash')
    .executeTakeFirst()
  if (ended?.deviceHash) {
    await trx
      .deleteFrom('knownDevices')
      .where('userId', '=', userId)
      .where('tokenHash', '=', ended.deviceHash)
      .execute()
  }
  return ended !== undefined
}
