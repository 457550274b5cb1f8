import type Stripe from 'stripe'
import { offer } from '#app/membership/offer.ts'
import { couponOf } from '#app/membership/server/plans/prices.ts'
import type { CheckoutRow } from '#app/membership/server/subscription/checkouts.queries.ts'
import type { AppContext } from '#app/server/context.ts'
import { paths } from '#app/shared/paths.ts'

type Wanted = {
  checkout: CheckoutRow
  user: { email: string } | undefined
  customerId: string | undefined
  salePriceCents: number | undefined
}

/** What the payment page is told. The same row gives the same words: a repeated call is one call. */
export async function sessionParams(
  ctx: AppContext,
  { checkout, user, customerId, salePriceCents }: Wanted,
): Promise<Stripe.Checkout.SessionCreateParams> {
  const { publicUrl } = ctx.config.http
  const metadata = { checkout_id: checkout.id }
  const coupon = salePriceCents === undefined ? undefined : await couponOf(ctx, salePriceCents)
  return {
    mode: 'subscription',
    line_items: [{ price: checkout.priceId, quantity: 1 }],
    // The provider puts the id in place of the braces, which must reach it as they are.
    success_url: `${publicUrl}${paths.checkoutDone()}?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${publicUrl}${paths.checkoutCancel()}`,
    client_reference_id: checkout.id,
    metadata,
    payment_method_collection: 'always',
    ...customerOf({ user, customerId }),
    ...(coupon ? { discounts: [{ coupon }] } : {}),
    subscription_data: {
      metadata,
      billing_mode: { type: 'flexible' },
      ...(checkout.isTrial ? TRIAL : {}),
    },
  }
}

const TRIAL = {
  trial_period_days: offer.trialDays,
  trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
} as const

function customerOf({ user, customerId }: Pick<Wanted, 'user' | 'customerId'>) {
  if (customerId) return { customer: customerId }
  return user ? { customer_email: user.email } : {}
}
