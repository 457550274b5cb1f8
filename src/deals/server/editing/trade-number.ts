import type { Trx } from '#app/db/database.ts'
import { lockDeals } from '#app/deals/server/deal/deal.queries.ts'
import { announce } from '#app/server/live.ts'
import { fillGtin } from './editing.queries.ts'

/** Stores the GTIN found on a shop's page, but never overwrites an existing one. */
export async function fillTradeNumber(trx: Trx, dealId: string, gtin: string): Promise<void> {
  await lockDeals(trx)
  if (await fillGtin(trx, dealId, gtin)) await announce(trx, 'deals')
}
