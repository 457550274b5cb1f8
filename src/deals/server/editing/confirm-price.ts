import type { Trx } from '#app/db/database.ts'
import {
  findManagedDealRecords,
  getManagedDealRecord,
} from '#app/deals/server/deal/managed-deals.queries.ts'
import { recordObservation } from '#app/deals/server/prices/observing.ts'
import { saidPrices } from '#app/deals/server/rates/rates.rules.ts'
import type { AppContext } from '#app/server/context.ts'
import { Problem } from '#app/server/problem.ts'
import { businessDay } from '#app/shared/dates.ts'
import { type DealOutcome, dealOutcome } from './editing.ts'
import { endDeals } from './ending.ts'

/**
 * Records that a curator found the stored price on the retailer’s page today; when the deal is no longer
 * reduced, it ends. Throws 404, and 422 without a price.
 */
export async function confirmPrice(
  trx: Trx,
  ctx: Pick<AppContext, 'now'>,
  id: string,
  { by }: { by: string },
): Promise<DealOutcome> {
  const before = await getManagedDealRecord(trx, id)
  const { was: wasCents, now: nowCents } = saidPrices(before)
  if (nowCents === null) {
    throw new Problem(422, 'no-price', 'It has no price yet: enter what the page says.')
  }
  const now = ctx.now()
  const { isPriceUp } = await recordObservation(trx, id, {
    source: 'admin',
    observedAt: now,
    wasCents,
    nowCents,
    basis: before.priceBasis,
    seenBy: by,
    address: before.buyUrl,
    seenOn: businessDay(now),
  })
  if (isPriceUp) await endDeals(trx, ctx, [id], { reason: 'price-up' })
  return dealOutcome(before, (await findManagedDealRecords(trx, [id])).get(id) ?? null)
}
