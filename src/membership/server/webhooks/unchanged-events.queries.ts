import type { Database } from '#app/db/database.ts'
import { insertWebhookEvents, type NewWebhookEvent } from './events.queries.ts'

/**
 * Notes the events and that the subscription was read again, both or neither: neither when the row
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
