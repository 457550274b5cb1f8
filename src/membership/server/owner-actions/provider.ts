import type Stripe from 'stripe'
import { idOf } from '#app/membership/server/provider.rules.ts'
import type { AppContext } from '#app/server/context.ts'
import { paymentCall } from '#app/server/payments.ts'

/** What paid this invoice; undefined where no card did. */
export async function findPaidIntent(
  ctx: AppContext,
  invoice: string,
): Promise<string | undefined> {
  const { data } = await paymentCall(() => ctx.payments.stripe.invoicePayments.list({ invoice }))
  const paid = data.find(({ status, payment }) => status === 'paid' && payment.payment_intent)
  return idOf(paid?.payment.payment_intent)
}

/** By which a refund of ours is known again at the provider. */
export const REFUND_MARK = 'desk_refund'

/** What has become of the money. */
export async function chargeOf(
  ctx: AppContext,
  intent: string,
): Promise<Stripe.Charge | undefined> {
  const { latest_charge: charge } = await paymentCall(() =>
    ctx.payments.stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] }),
  )
  return typeof charge === 'object' ? (charge ?? undefined) : undefined
}
