import { sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'

export type EventName = Tables['marketingEvents']['eventName']
type NewRow = {
  id: string
  eventName: EventName
  eventId: string
  payload: string
  consentId: string
  happenedAt: Date
}

/** False when the same event is there already. */
export async function insertMarketingEvent(trx: Trx, event: NewRow): Promise<boolean> {
  const inserted = await trx
    .insertInto('marketingEvents')
    .values(event)
    .onConflict((conflict) => conflict.columns(['eventName', 'eventId']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Counts the attempt; undefined when there is nothing to send any more. */
export async function startAttempt(db: Database, id: string) {
  return db
    .updateTable('marketingEvents')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .returning(['id', 'payload', 'consentId', 'happenedAt'])
    .executeTakeFirst()
}

type End = { state: 'sent' | 'dropped'; lastError?: string; finishedAt: Date }

/** What it said is not kept; that it was said is, so that it is not said again. */
export async function finishEvent(db: Database, id: string, end: End): Promise<void> {
  await db
    .updateTable('marketingEvents')
    .set({ ...end, payload: '{}' })
    .where('id', '=', id)
    .execute()
}

export async function noteFailure(db: Database, id: string, lastError: string): Promise<void> {
  await db.updateTable('marketingEvents').set({ lastError }).where('id', '=', id).execute()
}

type Page = { before: Date; after: string; limit: number }

/** Events that should have been sent before, a page at a time in the order of their ids. */
export async function findWaitingEvents(db: Database, { before, after, limit }: Page) {
  return db
    .selectFrom('marketingEvents')
    .select('id')
    .where('state', '=', 'queued')
    .where('happenedAt', '<', before)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function deleteQueuedEventsOf(trx: Trx, consentId: string): Promise<void> {
  await trx
    .deleteFrom('marketingEvents')
    .where('consentId', '=', consentId)
    .where('state', '=', 'queued')
    .execute()
}

export async function deleteEventsFinishedBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('marketingEvents').where('finishedAt', '<', before).execute()
}

/**
 * A note that an agreement is over, for what was on its way at that moment. `mark` is made of its
 * id and has a character that no page's event id may have.
 */
export async function insertWithdrawal(
  trx: Trx,
  { id, mark, now }: { id: string; mark: string; now: Date },
): Promise<void> {
  await trx
    .insertInto('marketingEvents')
    .values({
      id,
      eventName: 'PageView',
      eventId: mark,
      consentId: mark,
      state: 'dropped',
      happenedAt: now,
      finishedAt: now,
      payload: '{}',
    })
    .onConflict((conflict) => conflict.columns(['eventName', 'eventId']).doNothing())
    .execute()
}

export async function isWithdrawn(db: Database, mark: string): Promise<boolean> {
  const note = await db
    .selectFrom('marketingEvents')
    .select(sql`1`.as('one'))
    .where('eventName', '=', 'PageView')
    .where('eventId', '=', mark)
    .executeTakeFirst()
  return note !== undefined
}
