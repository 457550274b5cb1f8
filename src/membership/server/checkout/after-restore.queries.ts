import { sql } from 'kysely'
import type { Trx } from '#app/db/database.ts'

/**
 * Voids every checkout's secrets: no browser owns a checkout any more, and earlier links stop
 * working. Those who have paid are sent a link.
 */
export async function voidCheckoutSecrets(trx: Trx): Promise<void> {
  await trx.deleteFrom('checkoutLinks').execute()
  await trx.updateTable('checkouts').set({ bindingHash: sql`'void:' || id` }).execute()
}
