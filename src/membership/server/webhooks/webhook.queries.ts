import type { Database } from '#app/db/database.ts'

export type NewWebhookEvent = {
  id: string
  type: string
  objectId: string | null
  createdAt: Date
  receivedAt: Date
}

/** Answers of each whether it is new; those that are there already are left as they are. */
export async function insertWebhookEvents(
  db: Database,
  events: NewWebhookEvent[],
): Promise<boolean[]> {
  const inserted = await db
    .insertInto('webhookEvents')
    // In one order for all processes, so that no two wait for each other.
    .values(events.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute()
  const ids = new Set(inserted.map(({ id }) => id))
  // Of one that came twice together, one is the first.
  return events.map(({ id }) => ids.delete(id))
}

export async function findLastWebhookEvent(db: Database): Promise<Date | null> {
  const last = await db
    .selectFrom('webhookEvents')
    .select('receivedAt')
    .orderBy('receivedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.receivedAt ?? null
}

export async function deleteWebhookEventsBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('webhookEvents').where('receivedAt', '<', before).execute()
}

/**
 * Stores the events and that the subscription was read again, both or neither: neither when the row
 * is no longer the one that was looked at. The events come first, as wherever both are written:
 * two that hear of one event at once would wait for each other.
 */
export async function insertEventsOfReading(
  db: Database,
  events: NewWebhookEvent[],
  { id, from, readNumber }: { id: string; from: number; readNumber: number },
): Promise<boolean> {
  return db
    .transaction()
    .execute(async (trx) => {
      await insertWebhookEvents(trx, events)
      const { numUpdatedRows } = await trx
        .updateTable('subscriptions')
        .set({ readNumber })
        .where('id', '=', id)
        .where('readNumber', '=', from)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw overtaken
      return true
    })
    .catch((error) => {
      if (error === overtaken) return false
      throw error
    })
}

/** Thrown to take back what the transaction has written. */
const overtaken = new Error('another reading was faster')
