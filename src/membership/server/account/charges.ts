import type { Receipts, UpcomingCharge } from '#app/membership/membership.contract.ts'
import { isMemberStatus } from '#app/membership/server/membership.rules.ts'
import { readNextCharge } from '#app/membership/server/subscription/next-charge.ts'
import type { AppContext } from '#app/server/context.ts'
import { isUnknownToProvider, paymentCall } from '#app/server/payments.ts'
import { centsToDollars } from '#app/shared/money.ts'
import { findReceipts } from './account.queries.ts'
import { draftInvoiceOf, findCurrentSubscription } from './current-subscription.ts'

/** What has been charged, newest first. */
export async function readReceipts(ctx: AppContext, userId: string): Promise<Receipts> {
  const payments = await findReceipts(ctx.db, userId)
  return payments.map((payment) => ({
    id: payment.invoiceId,
    number: payment.number,
    amount: payment.amountCents / 100,
    refunded: payment.refundedCents / 100,
    currency: payment.currency,
    paidAt: payment.paidAt.toISOString(),
    url: payment.receiptUrl,
  }))
}

const NOTHING: UpcomingCharge = { amount: null, at: null, isDue: false, ifResumed: null }

/** The next charge, sale and credit included. Throws 503 when the provider cannot be asked. */
export async function readUpcomingCharge(ctx: AppContext, userId: string): Promise<UpcomingCharge> {
  const row = await findCurrentSubscription(ctx, userId)
  if (!row?.currentPeriodEnd || !isMemberStatus(row.status)) return NOTHING
  if (row.cancelAtPeriodEnd || row.cancelAt) {
    const takeBack = row.cancelAtPeriodEnd
      ? { cancel_at_period_end: false }
      : { cancel_at: '' as const }
    const cents = await readNextCharge(ctx, row.id, takeBack)
    return { ...NOTHING, ifResumed: centsToDollars(cents ?? null) }
  }
  const draft = await findDraft(ctx, row.id)
  if (draft) {
    const at = ctx.payments.providerNow().toISOString()
    return { ...NOTHING, amount: draft.cents / 100, at, isDue: true }
  }
  const cents = await readNextCharge(ctx, row.id)
  // The provider has no preview: the page shows what it knows without it.
  if (cents === undefined) return NOTHING
  return { ...NOTHING, amount: cents / 100, at: row.currentPeriodEnd.toISOString() }
}

async function findDraft(ctx: AppContext, subscriptionId: string) {
  try {
    const live = await paymentCall(() =>
      ctx.payments.stripe.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice'] }),
    )
    return draftInvoiceOf(live)
  } catch (error) {
    if (!isUnknownToProvider(error)) throw error
  }
}
