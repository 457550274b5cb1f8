import type { Database } from '#app/db/database.ts'

/** More receipts than anybody reads: eight years of monthly payments. */
const LIMIT = 100

/** A person's payments, newest first: their own, and all those of their subscriptions. */
export async function findReceipts(db: Database, userId: string) {
  return db
    .selectFrom('payments')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('userId', '=', userId),
        eb(
          'subscriptionId',
          'in',
          eb.selectFrom('subscriptions').select('subscriptions.id').where('userId', '=', userId),
        ),
      ]),
    )
    .orderBy('paidAt', 'desc')
    .orderBy('invoiceId', 'desc')
    .limit(LIMIT)
    .execute()
}
