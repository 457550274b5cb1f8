import type { Database } from '#app/db/database.ts'
import { insertWebhookEvent, type NewWebhookEvent } from './webhook-events.queries.ts'

/** The subscription as we have it, and whether the money of this invoice has been counted. */
export async function findKnownState(
  db: Database,
  { id, invoiceId = '' }: { id: string; invoiceId: string | undefined },
) {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .select((eb) =>
      eb
        .exists(
          eb.selectFrom('payments').select('payments.invoiceId').where('invoiceId', '=', invoiceId),
        )
        .$castTo<boolean>()
        .as('isPaymentKnown'),
    )
    .where('id', '=', id)
    .executeTakeFirst()
}

/**
 * Notes the event and that the subscription was read again, both or neither: neither when the row
 * is no longer the one that was looked at, or the event is known. The event comes first, as wherever
 * both are written: two that hear of one event at once would wait for each other.
 */
export async function insertEventOfReading(
  db: Database,
  event: NewWebhookEvent,
  { id, from, readNumber }: { id: string; from: number; readNumber: number },
): Promise<boolean> {
  return db
    .transaction()
    .execute(async (trx) => {
      if (!(await insertWebhookEvent(trx, event))) return false
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
