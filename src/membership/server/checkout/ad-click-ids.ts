import type { FastifyRequest } from 'fastify'
import type { Trx } from '#app/db/database.ts'
import type { CheckoutRow } from '#app/membership/server/subscription/checkouts.queries.ts'
import { marksOf, measuredAddress } from '#app/server/consent/ad-click-ids.ts'
import { readConsent } from '#app/server/consent/consent.ts'
import { holdAgreement } from '#app/server/consent/consent-withdrawals.ts'
import type { AppContext } from '#app/server/context.ts'
import {
  type BuyerMarks,
  blankMarksBefore,
  lockMarks,
  updateMarks,
} from './ad-click-ids.queries.ts'

/** What is done with a buyer's agreement once a purchase is complete. */
export const PURCHASE_QUEUE = 'purchase'

/** A purchase is told of within a week; a day more, for what waits in a queue. */
const KEPT_MS = 8 * 24 * 60 * 60 * 1000

/**
 * By what the purchase may be told of when nobody comes back from the payment page. Undefined
 * without the buyer's agreement, and where the server reports nowhere.
 */
export function buyerMarks(
  ctx: AppContext,
  request: FastifyRequest,
  sent: { fbp?: unknown; fbc?: unknown },
): BuyerMarks | undefined {
  const consent = readConsent(ctx, request)
  if (!consent || !ctx.config.tracking?.conversions) return
  return {
    ...consent,
    ...marksOf(request, sent),
    sourceUrl: measuredAddress(ctx, request.headers.referer) ?? null,
  }
}

/**
 * Before the payment page is given out: a page that was opened without agreement, or with one that
 * does not hold any more, is told of as the buyer wants it now, and one whose agreement was
 * withdrawn while it was being opened, of nothing.
 */
export async function noteMarks(
  ctx: AppContext,
  { id, consentId }: CheckoutRow,
  marks: BuyerMarks | undefined,
): Promise<void> {
  if (!marks && !consentId) return
  await ctx.db.transaction().execute(async (trx) => {
    await lockMarks(trx, id)
    const isAgreed = marks !== undefined && (await holdAgreement(trx, marks.consentId))
    await updateMarks(trx, id, isAgreed ? marks : undefined)
  })
}

/** Promises that the purchase is told of, in the transaction that completes it. */
export async function promiseReport(
  trx: Trx,
  ctx: AppContext,
  { id: checkoutId, consentId }: CheckoutRow,
): Promise<void> {
  if (consentId) await ctx.jobs.send(trx, PURCHASE_QUEUE, { checkoutId })
}

export async function forgetOldMarks(ctx: AppContext): Promise<void> {
  await blankMarksBefore(ctx.db, new Date(ctx.now().getTime() - KEPT_MS))
}
