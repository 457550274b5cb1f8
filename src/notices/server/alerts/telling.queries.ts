import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import { type DataCount, selectDataCount } from '#app/server/personal-data.queries.ts'

export async function findToldOf(db: Database, userId: string) {
  return db
    .selectFrom('toldDeals')
    .select(['dealId', 'toldOn', 'priceCents', 'endsAt', 'isGone'])
    .where('userId', '=', userId)
    .orderBy('toldOn')
    .execute()
}

export async function countToldOf(db: Database, userId: string): Promise<DataCount> {
  return db
    .selectFrom('toldDeals')
    .select([
      sql<number>`count(*)`.as('count'),
      sql<Date | null>`min(told_on)::timestamp at time zone 'UTC'`.as('firstAt'),
      sql<Date | null>`max(told_on)::timestamp at time zone 'UTC'`.as('lastAt'),
    ])
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
}

export async function findWaitingOf(db: Database, userId: string) {
  return db
    .selectFrom('waitingAlerts')
    .select(['way', 'dueAt', 'noticeIds', 'beganAt'])
    .where('userId', '=', userId)
    .orderBy('way')
    .execute()
}

export async function countWaitingOf(db: Database, userId: string): Promise<DataCount> {
  return db
    .selectFrom('waitingAlerts')
    .select(selectDataCount('beganAt'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
}
