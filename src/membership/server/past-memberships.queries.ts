import type { Insertable } from 'kysely'
import type { Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'

export type PastMembership = {
  subscription: Insertable<Tables['subscriptions']>
  checkout: Insertable<Tables['checkouts']>
  payments: Array<Insertable<Tables['payments']>>
}

/**
 * Inserts memberships of deleted accounts, on which the demo's numbers rest. The provider does not
 * know them.
 */
export async function insertPastMemberships(trx: Trx, past: PastMembership[]): Promise<void> {
  const payments = past.flatMap((each) => each.payments)
  await trx
    .insertInto('subscriptions')
    .values(past.map(({ subscription }) => subscription))
    .execute()
  await trx
    .insertInto('checkouts')
    .values(past.map(({ checkout }) => checkout))
    .execute()
  await trx.insertInto('payments').values(payments).execute()
}
