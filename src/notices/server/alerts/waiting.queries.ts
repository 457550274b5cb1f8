import { sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'

type AlertWay = 'mail' | 'push'
export type WaitingAlert = { userId: string; way: AlertWay; noticeIds: number[] }

/** Adds a notice to the waiting message of a person; the message is never postponed by this. */
export async function joinAlert(
  trx: Trx,
  { noticeIds, ...alert }: WaitingAlert & { dueAt: Date; beganAt: Date },
): Promise<void> {
  await trx
    .insertInto('waitingAlerts')
    .values({ ...alert, noticeIds: JSON.stringify(noticeIds) })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'way']).doUpdateSet({
        dueAt: sql<Date>`least(waiting_alerts.due_at, excluded.due_at)`,
        noticeIds: sql<string>`waiting_alerts.notice_ids || excluded.notice_ids`,
      }),
    )
    .execute()
}

/** Takes the due messages, skipping those locked by another process. */
export async function takeDueAlerts(
  trx: Trx,
  { now, limit }: { now: Date; limit: number },
): Promise<WaitingAlert[]> {
  return trx
    .deleteFrom('waitingAlerts')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('userId', 'way'),
        'in',
        selectFrom('waitingAlerts')
          .select(['userId', 'way'])
          .where('dueAt', '<=', now)
          .orderBy('dueAt')
          .limit(limit)
          .forUpdate()
          .skipLocked()
          .$asTuple('userId', 'way'),
      ),
    )
    .returning(['userId', 'way', 'noticeIds'])
    .execute()
}

/** Returns the time zones of these people's devices. */
export async function findDeviceZones(
  db: Database,
  userIds: string[],
): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('pushDevices')
    .select(['userId', 'timeZone'])
    .where('userId', 'in', userIds)
    .orderBy('createdAt')
    .execute()
  return new Map(rows.map(({ userId, timeZone }) => [userId, timeZone]))
}

export async function findDeviceIds(db: Database, userIds: string[]) {
  if (userIds.length === 0) return []
  return db
    .selectFrom('pushDevices')
    .select(['id', 'userId'])
    .where('userId', 'in', userIds)
    .execute()
}
