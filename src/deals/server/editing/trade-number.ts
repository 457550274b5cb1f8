import type { Trx } from '#app/db/database.ts'
import { lockDeals } from '#app/deals/server/deal/deal.queries.ts'
import { announce } from '#app/server/live.ts'
import { fillGtin } from './editing.queries.ts'

/** The trade number that a shop's page gives, for a deal that has none: nobody's own is changed. */
export async function fillTradeNumber(trx: Trx, dealId: string, gtin: string): Promise<void> {
  await lockDeals(trx)
  if (await fillGtin(trx, dealId, gtin)) await announce(trx, 'deals')
}
