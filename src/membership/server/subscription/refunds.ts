import { idOf } from '#app/membership/server/provider.rules.ts'
import type { AppContext } from '#app/server/context.ts'
import { paymentCall } from '#app/server/payments.ts'
import { findPaidInvoices } from './subscriptions.queries.ts'

/** Refunds everything a subscription has brought in. Idempotent: one refund for each invoice. */
export async function refundPaymentsOf(
  ctx: AppContext,
  subscriptionId: string,
  reason: Reason,
): Promise<void> {
  const { stripe } = ctx.payments
  // The provider is asked, because our own record of the payment may still be on its way.
  const { data: invoices } = await paymentCall(() =>
    stripe.invoices.list({ subscription: subscriptionId, status: 'paid', limit: 10 }),
  )
  const known = await findPaidInvoices(ctx.db, subscriptionId)
  const ids = new Set([
    ...known.map(({ invoiceId }) => invoiceId),
    ...invoices.filter(({ amount_paid }) => amount_paid > 0).flatMap(({ id }) => id ?? []),
  ])
  for (const invoice of ids) await refundInvoice(ctx, invoice, reason)
}

type Reason = 'duplicate' | 'requested_by_customer'

/** Refunds what this invoice has brought in, if anything. Idempotent. */
export async function refundInvoice(
  ctx: AppContext,
  invoice: string,
  reason: Reason,
): Promise<void> {
  const { stripe } = ctx.payments
  const { data: payments } = await paymentCall(() => stripe.invoicePayments.list({ invoice }))
  for (const { payment, status } of payments) {
    const intent = idOf(payment.payment_intent)
    if (status === 'paid' && intent) await refund(ctx, intent, reason)
  }
}

async function refund(
  { payments: { stripe } }: AppContext,
  intent: string,
  reason: Reason,
): Promise<void> {
  await paymentCall(() =>
    // An idempotency key would repeat a failed first answer for a day. A payment cannot be refunded
    // twice, so none is needed.
    stripe.refunds.create({ payment_intent: intent, reason }),
  ).catch((error: { code?: string }) => {
    if (error.code !== 'charge_already_refunded') throw error
  })
}
