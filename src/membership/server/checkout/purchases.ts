import type { FastifyRequest } from 'fastify'
import type { Trx } from '#app/db/database.ts'
import {
  type CheckoutRow,
  findCheckout,
} from '#app/membership/server/subscription/checkouts.queries.ts'
import { measuredPageUrl, readAdClickIds } from '#app/server/consent/ad-click-ids.ts'
import { readConsent } from '#app/server/consent/consent.ts'
import { holdConsent } from '#app/server/consent/withdrawals.queries.ts'
import type { AppContext } from '#app/server/context.ts'
import { offer, type Plan } from '#app/shared/offer.ts'
import { findOwnCheckout, type Requester } from './ownership.ts'
import { type BuyerAdClickIds, lockAdClickIds, updateAdClickIds } from './purchases.queries.ts'

/** The queue that reports a completed purchase as far as the buyer has consented. */
export const PURCHASE_QUEUE = 'purchase'

/** A completed checkout with what is reported of it. A refused trial is not a purchase. */
export type Purchase = {
  checkoutId: string
  /** Shared by everybody who reports this purchase. */
  eventId: string
  plan: Plan
  valueCents: number
  /** Upper case, such as `USD`. */
  currency: string
  completedAt: Date
  /** Undefined without the buyer's consent when the payment page was opened. */
  adClickIds: BuyerAdClickIds | undefined
}

export async function readPurchase(
  ctx: AppContext,
  checkoutId: string,
): Promise<Purchase | undefined> {
  return toPurchase(ctx, await findCheckout(ctx.db, checkoutId))
}

/** The purchase of a provider's session, for the browser or the account that made it. */
export async function findOwnPurchase(
  ctx: AppContext,
  requester: Requester & { sessionId: string },
): Promise<Purchase | undefined> {
  return toPurchase(ctx, await findOwnCheckout(ctx, requester))
}

function toPurchase({ config }: AppContext, row: CheckoutRow | undefined): Purchase | undefined {
  if (row?.status !== 'complete' || !row.completedAt) return
  const { id: checkoutId, eventId, plan, amountTotal, firstPriceCents, currency, completedAt } = row
  return {
    checkoutId,
    eventId,
    plan,
    // Nothing is due when a trial begins: it is worth the price that it leads to.
    valueCents: amountTotal || (firstPriceCents ?? config.prices[plan] ?? 0),
    currency: (currency ?? offer.currency).toUpperCase(),
    completedAt,
    adClickIds: adClickIdsOf(row),
  }
}

function adClickIdsOf(row: CheckoutRow): BuyerAdClickIds | undefined {
  const { consentId, fbp, fbc, clientIp, clientUserAgent, sourceUrl } = row
  return consentId === null
    ? undefined
    : { consentId, fbp, fbc, clientIp, clientUserAgent, sourceUrl }
}

/**
 * What the purchase may be reported with if nobody comes back from the payment page. Undefined
 * without the buyer's consent, and where the server reports to nobody.
 */
export function readBuyerAdClickIds(
  ctx: AppContext,
  request: FastifyRequest,
  sent: { fbp?: unknown; fbc?: unknown },
): BuyerAdClickIds | undefined {
  const consent = readConsent(ctx, request)
  if (!consent || !ctx.config.tracking?.conversions) return
  return {
    ...consent,
    ...readAdClickIds(request, sent),
    sourceUrl: measuredPageUrl(ctx, request.headers.referer) ?? null,
  }
}

/**
 * Stores the ad click ids before the payment page is handed out, by the buyer's consent of now: a
 * page that was opened without consent, or under one since withdrawn, gets today's ids; a page
 * whose consent is withdrawn while it is being opened gets none.
 */
export async function recordAdClickIds(
  ctx: AppContext,
  { id, consentId }: CheckoutRow,
  adClickIds: BuyerAdClickIds | undefined,
): Promise<void> {
  if (!adClickIds && !consentId) return
  await ctx.db.transaction().execute(async (trx) => {
    await lockAdClickIds(trx, id)
    const holds = adClickIds !== undefined && (await holdConsent(trx, adClickIds.consentId))
    await updateAdClickIds(trx, id, holds ? adClickIds : undefined)
  })
}

/** Enqueues the report of a purchase, in the transaction that completes it. */
export async function enqueuePurchaseReport(
  trx: Trx,
  ctx: AppContext,
  { id: checkoutId, consentId }: CheckoutRow,
): Promise<void> {
  if (consentId) await ctx.jobs.send(trx, PURCHASE_QUEUE, { checkoutId })
}
