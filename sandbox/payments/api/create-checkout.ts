import type Stripe from 'stripe'
import { describe } from '#sandbox/payments/life/invoice-lines.ts'
import { newCheckoutSession, newLineItem } from '#sandbox/payments/objects/checkout-session.ts'
import { amountOff } from '#sandbox/payments/objects/coupon.ts'
import { DAY } from '#sandbox/payments/store/clock.ts'
import type { World } from '#sandbox/payments/world.ts'
import { type CheckoutParams, refuseContradictions } from './checkout-params.ts'
import { makePrice, usablePrice } from './checkout-price.ts'
import { usableCoupon } from './coupons.routes.ts'
import { invalid } from './provider-error.ts'

export function createCheckout(world: World, params: CheckoutParams): Stripe.Checkout.Session {
  refuseContradictions(world, params)
  const data = params.subscription_data ?? {}
  const isTrial = data.trial_period_days !== undefined || data.trial_end !== undefined
  const coupon = couponOf(world, params)
  const lineItems = params.line_items.map(({ price: id, price_data, quantity }, index) => {
    const param = `line_items[${index}][price]`
    const price = id ? usablePrice(world, id, param) : makePrice(world, price_data, param)
    const subtotal = isTrial ? 0 : (price.unit_amount ?? 0) * quantity
    const discount = coupon ? amountOff(coupon, subtotal) : 0
    return newLineItem({
      price,
      quantity,
      description: describe(world, price, quantity),
      subtotal,
      discount,
    })
  })
  const [first] = lineItems
  const subtotal = sum(lineItems.map((item) => item.amount_subtotal))
  const discount = sum(lineItems.map((item) => item.amount_discount))
  const now = world.clock.seconds()
  const session = newCheckoutSession({
    allow_promotion_codes: params.allow_promotion_codes ?? null,
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount_subtotal: subtotal,
    amount_total: subtotal - discount,
    amountDiscount: discount,
    billing_address_collection: params.billing_address_collection ?? null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    couponId: coupon?.id ?? null,
    created: now,
    currency: first?.currency ?? null,
    customer_email: params.customer_email ?? null,
    customerId: params.customer ?? null,
    expires_at: params.expires_at ?? now + DAY,
    locale: (params.locale ?? null) as Stripe.Checkout.Session.Locale | null,
    metadata: params.metadata ?? {},
    payment_method_collection: params.payment_method_collection ?? 'always',
    publicUrl: world.publicUrl,
    submit_type: params.submit_type ?? null,
    success_url: params.success_url,
  })
  world.store.insert<'checkout.session'>(session, {
    lineItems,
    trialDays: data.trial_period_days ?? 0,
    trialEnd: data.trial_end ?? null,
    trialSettings: trialSettingsOf(data),
    metadata: data.metadata ?? {},
    description: data.description ?? null,
    couponId: coupon?.id ?? null,
    paymentIntentId: null,
  })
  world.due.set('checkout.expire', session.id, session.expires_at)
  return session
}

function trialSettingsOf(
  data: NonNullable<CheckoutParams['subscription_data']>,
): Stripe.Subscription.TrialSettings | null {
  const wish = data.trial_settings?.end_behavior.missing_payment_method
  if (!wish) return null
  return { end_behavior: { billing_cycle_anchor: null, missing_payment_method: wish } }
}

function couponOf(world: World, { discounts, line_items: items }: CheckoutParams) {
  const id = discounts?.[0]?.coupon
  if (id === undefined) return
  const coupon = usableCoupon(world, id, 'discounts[0][coupon]')
  const price = items[0]?.price && world.store.find('price', items[0].price)
  if (price && coupon.currency !== null && coupon.currency !== price.currency) {
    throw invalid(
      `The coupon ${id} is in ${coupon.currency} and the price in ${price.currency}.`,
      'discounts[0][coupon]',
    )
  }
  return coupon
}

function sum(amounts: number[]): number {
  return amounts.reduce((total, each) => total + each, 0)
}
