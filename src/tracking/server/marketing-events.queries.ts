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

/** Inserts an event; returns false if it exists. */
export async function insertMarketingEvent(trx: Trx, event: NewRow): Promise<boolean> {
  const inserted = await trx
    .insertInto('marketingEvents')
    .values(event)
    .onConflict((conflict) => conflict.columns(['eventName', 'eventId']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Counts an attempt and returns the event; undefined if it is no longer waiting. */
export async function startAttempt(db: Database, id: string) {
  return db
    .updateTable('marketingEvents')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .returning(['id', 'payload', 'consentId', 'happenedAt', 'attempts', 'lastError'])
    .executeTakeFirst()
}

/** `lastError` is the reason for dropping it. */
type End = { state: 'sent' | 'dropped'; lastError: string | null; finishedAt: Date }

/** Drops the payload and keeps the row, so that the event is not sent again. */
export async function finishEvent(db: Database, id: string, end: End): Promise<void> {
  await db
    .updateTable('marketingEvents')
    .set({ ...end, payload: '{}' })
    .where('id', '=', id)
    .execute()
}

export async function updateLastError(db: Database, id: string, lastError: string): Promise<void> {
  await db.updateTable('marketingEvents').set({ lastError }).where('id', '=', id).execute()
}

type Page = { before: Date; after: string; limit: number }

/** Returns events waiting since before a moment, paged by id. */
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

/** Drops waiting events after a restore: sent since the backup, they must not be sent twice. */
export async function dropQueuedEvents(trx: Trx, now: Date): Promise<void> {
  await trx
    .updateTable('marketingEvents')
    .set({ state: 'dropped', payload: '{}', lastError: 'restored', finishedAt: now })
    .where('state', '=', 'queued')
    .execute()
}

export async function deleteQueuedEventsUnder(trx: Trx, consentId: string): Promise<void> {
  await trx
    .deleteFrom('marketingEvents')
    .where('consentId', '=', consentId)
    .where('state', '=', 'queued')
    .execute()
}

export async function deleteEventsFinishedBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('marketingEvents').where('finishedAt', '<', before).execute()
}

/** Tells whether there is any event under this consent, sent or waiting. */
export async function hasEventsUnder(db: Database, consentId: string): Promise<boolean> {
  const event = await db
    .selectFrom('marketingEvents')
    .select('id')
    .where('consentId', '=', consentId)
    .limit(1)
    .executeTakeFirst()
  return event !== undefined
}
