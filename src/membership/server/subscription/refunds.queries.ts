import type { Database } from '#app/db/database.ts'

export async function findPaidInvoices(db: Database, subscriptionId: string) {
  return db
    .selectFrom('payments')
    .select('invoiceId')
    .where('subscriptionId', '=', subscriptionId)
    .execute()
}
