import { offer, type Plan } from '#app/membership/offer.ts'
import {
  type CheckoutRow,
  findCheckout,
} from '#app/membership/server/subscription/checkouts.queries.ts'
import type { AppContext } from '#app/server/context.ts'
import type { BuyerMarks } from './ad-click-ids.queries.ts'
import { type Asker, findOwnCheckout } from './own-checkout.ts'

/** A completed checkout, as far as it is told of. Refused trials are none. */
export type Purchase = {
  checkoutId: string
  /** Shared by all who tell of it. */
  eventId: string
  plan: Plan
  valueCents: number
  /** As in `USD`. */
  currency: string
  completedAt: Date
  /** Undefined without the buyer's agreement when the payment page was opened. */
  marks: BuyerMarks | undefined
}

export async function readPurchase(
  ctx: AppContext,
  checkoutId: string,
): Promise<Purchase | undefined> {
  return toPurchase(await findCheckout(ctx.db, checkoutId))
}

/** The same by the provider's session, for the browser or the account that made it. */
export async function findOwnPurchase(
  ctx: AppContext,
  asker: Asker & { sessionId: string },
): Promise<Purchase | undefined> {
  return toPurchase(await findOwnCheckout(ctx, asker))
}

function toPurchase(row: CheckoutRow | undefined): Purchase | undefined {
  if (row?.status !== 'complete' || !row.completedAt) return
  const { id: checkoutId, eventId, plan, amountTotal, firstPriceCents, currency, completedAt } = row
  return {
    checkoutId,
    eventId,
    plan,
    // A trial begins with nothing due: what it is worth is what it leads to.
    valueCents: amountTotal || (firstPriceCents ?? offer.plans[plan].priceCents),
    currency: (currency ?? offer.currency).toUpperCase(),
    completedAt,
    marks: marksIn(row),
  }
}

function marksIn(row: CheckoutRow): BuyerMarks | undefined {
  const { consentId, fbp, fbc, clientIp, clientUserAgent, sourceUrl } = row
  return consentId === null
    ? undefined
    : { consentId, fbp, fbc, clientIp, clientUserAgent, sourceUrl }
}
