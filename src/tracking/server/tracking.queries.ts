import { sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'

type NewClick = {
  dealId: string
  userId: string
  clickType: Tables['clicks']['clickType']
  kind: Tables['clicks']['kind']
  clickedAt: Date
}

/** Until the transaction ends, the same person's other clicks on the deal wait. */
export async function lockClicks(trx: Trx, { userId, dealId }: { userId: string; dealId: string }) {
  const key = `${userId} ${dealId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
}

export async function insertClick(db: Database, click: NewClick) {
  await db.insertInto('clicks').values(click).execute()
}

export async function hasClickSince(
  db: Database,
  { userId, dealId, since }: { userId: string; dealId: string; since: Date },
): Promise<boolean> {
  const click = await db
    .selectFrom('clicks')
    .select('id')
    .where('userId', '=', userId)
    .where('dealId', '=', dealId)
    .where('clickedAt', '>=', since)
    .where('kind', '=', 'click')
    .limit(1)
    .executeTakeFirst()
  return click !== undefined
}

type NewEvent = { type: string; data: string; userId: string | null; happenedAt: Date }

export async function insertEvent(db: Database, event: NewEvent) {
  await db.insertInto('events').values(event).execute()
}

export async function deleteEventsBefore(db: Database, before: Date) {
  await db.deleteFrom('events').where('happenedAt', '<', before).execute()
}
