import { type Insertable, sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'
import { type DataCount, selectDataCount } from '#app/server/personal-data.queries.ts'

export type DeviceRow = Awaited<ReturnType<typeof findDevice>>
type NewDevice = Omit<Insertable<Tables['pushDevices']>, 'lastSentAt'>

export async function findPushKeys(db: Database) {
  return db.selectFrom('pushKeys').select(['publicKey', 'privateKey']).executeTakeFirst()
}

/** Inserts the keys; existing ones stay. */
export async function insertPushKeys(
  db: Database,
  keys: { publicKey: string; privateKey: string; createdAt: Date },
): Promise<void> {
  await db
    .insertInto('pushKeys')
    .values({ id: 1, ...keys })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Serializes changes of the same person's devices until the transaction ends. */
export async function lockDevices(trx: Trx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`devices ${userId}`}, 0))`.execute(trx)
}

/**
 * Inserts a device. A browser has one endpoint: whoever signs in there later takes it over, without its
 * history.
 */
export async function upsertDevice(trx: Trx, device: NewDevice): Promise<void> {
  const { id: _id, endpoint: _endpoint, ...rest } = device
  await trx
    .insertInto('pushDevices')
    .values(device)
    .onConflict((conflict) =>
      conflict.column('endpoint').doUpdateSet({
        ...rest,
        lastSentAt: sql<Date | null>`case when push_devices.user_id = excluded.user_id then push_devices.last_sent_at end`,
      }),
    )
    .execute()
}

export async function countDevicesBut(
  db: Database,
  { userId, endpoint }: { userId: string; endpoint: string },
): Promise<number> {
  const { count } = await db
    .selectFrom('pushDevices')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('endpoint', '<>', endpoint)
    .executeTakeFirstOrThrow()
  return count
}

export async function findDevices(db: Database, userId: string) {
  return db
    .selectFrom('pushDevices')
    .select(['id', 'sessionId', 'browser', 'system', 'timeZone', 'createdAt', 'lastSentAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

export async function findDevice(db: Database, id: string) {
  return db.selectFrom('pushDevices').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns the browser of a session; undefined if the session has ended. */
export async function findSessionName(db: Database, tokenHash: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'browser', 'system'])
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
}

export async function markSent(db: Database, id: string, lastSentAt: Date): Promise<void> {
  await db.updateTable('pushDevices').set({ lastSentAt }).where('id', '=', id).execute()
}

/** Deletes a device, with `userId` only if it is that person's; returns whether it existed. */
export async function deleteDevice(
  db: Database,
  { id, userId }: { id: string; userId?: string },
): Promise<boolean> {
  let query = db.deleteFrom('pushDevices').where('id', '=', id)
  if (userId !== undefined) query = query.where('userId', '=', userId)
  const { numDeletedRows } = await query.executeTakeFirst()
  return numDeletedRows > 0n
}

/** Exports devices without their endpoint, which is a secret of the browser. */
export async function findDevicesOf(db: Database, userId: string) {
  return db
    .selectFrom('pushDevices')
    .select(['browser', 'system', 'timeZone', 'createdAt', 'lastSentAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
}

export async function countDevicesOf(db: Database, userId: string): Promise<DataCount> {
  return db
    .selectFrom('pushDevices')
    .select(selectDataCount('createdAt'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
}
