import type Stripe from 'stripe'
import { idOf } from '#app/membership/server/provider.rules.ts'
import type { AppContext } from '#app/server/context.ts'
import { paymentCall } from '#app/server/payments.ts'

/** The payment intent that paid this invoice; undefined when none did. */
export async function findPaidIntent(
  ctx: AppContext,
  invoice: string,
): Promise<string | undefined> {
  const { data } = await paymentCall(() => ctx.payments.stripe.invoicePayments.list({ invoice }))
  const paid = data.find(({ status, payment }) => status === 'paid' && payment.payment_intent)
  return idOf(paid?.payment.payment_intent)
}

/** The metadata key by which our own refunds are recognised at the provider. */
export const REFUND_MARK = 'desk_refund'

/** The latest charge of an intent, which says what has become of the money. */
export async function chargeOf(
  ctx: AppContext,
  intent: string,
): Promise<Stripe.Charge | undefined> {
  const { latest_charge: charge } = await paymentCall(() =>
    ctx.payments.stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] }),
  )
  return typeof charge === 'object' ? (charge ?? undefined) : undefined
}
