import type { Database } from '#app/db/database.ts'

/** More than anybody reads: eight years of monthly payments. */
const LIMIT = 100

/** What a person has paid, newest first: for their subscriptions, or before those were theirs. */
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
