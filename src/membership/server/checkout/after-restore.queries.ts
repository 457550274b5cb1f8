import { sql } from 'kysely'
import type { Trx } from '#app/db/database.ts'

/** No browser owns a checkout any more: who has paid is sent a link, and links of before count no more. */
export async function voidCheckoutSecrets(trx: Trx): Promise<void> {
  await trx.deleteFrom('checkoutLinks').execute()
  await trx.updateTable('checkouts').set({ bindingHash: sql`'void:' || id` }).execute()
}
