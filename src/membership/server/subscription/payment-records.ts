import type { Database } from '#app/db/database.ts'
import type { PaymentFacts } from './payment-facts.ts'

/** Counts money once, whoever tells of it and however often; true the first time. */
export async function recordPayment(
  db: Database,
  { periodEndsAt: _, ...payment }: PaymentFacts & { userId: string | null },
): Promise<boolean> {
  const inserted = await db
    .insertInto('payments')
    .values(payment)
    .onConflict((conflict) => conflict.column('invoiceId').doNothing())
    .returning('invoiceId')
    .executeTakeFirst()
  return inserted !== undefined
}

/**
 * How much of it has been paid back so far, noted beside the payment; it ends nothing by itself.
 * Told late, an earlier refund takes nothing from a later one.
 */
export async function recordRefund(
  db: Database,
  { invoiceId, refundedCents }: { invoiceId: string; refundedCents: number },
): Promise<void> {
  await db
    .updateTable('payments')
    .set((eb) => ({ refundedCents: eb.fn('greatest', ['refundedCents', eb.val(refundedCents)]) }))
    .where('invoiceId', '=', invoiceId)
    .execute()
}
