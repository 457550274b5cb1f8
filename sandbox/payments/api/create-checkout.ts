import type Stripe from 'stripe'
import type { z } from 'zod'
import { describe } from '#sandbox/payments/life/invoice-lines.ts'
import { newCheckoutSession, newLineItem } from '#sandbox/payments/objects/checkout-session.ts'
import { amountOff } from '#sandbox/payments/objects/coupon.ts'
import { sum } from '#sandbox/payments/objects/invoice.ts'
import { newPrice } from '#sandbox/payments/objects/price.ts'
import { newProduct } from '#sandbox/payments/objects/product.ts'
import { invalid, noSuch } from '#sandbox/payments/provider-error.ts'
import { DAY } from '#sandbox/payments/store/clock.ts'
import type { World } from '#sandbox/payments/world.ts'
import { type CheckoutParams, type PriceData, refuseContradictions } from './checkout-params.ts'
import { usableCoupon } from './coupons.routes.ts'

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

function usablePrice(world: World, id: string, param: string): Stripe.Price {
  const price = world.store.find('price', id)
  if (!price) throw noSuch('price', id, param)
  if (!price.active) {
    throw invalid('The price specified is inactive. This field only accepts active prices.', param)
  }
  if (!price.recurring) {
    throw invalid(
      'You must provide at least one recurring price in `subscription` mode when using prices.',
      param,
    )
  }
  return price
}

/** Makes an inline price (`price_data`), inactive because it serves this session only. */
function makePrice(
  world: World,
  data: z.infer<typeof PriceData> | undefined,
  param: string,
): Stripe.Price {
  if (!data) throw invalid(`Missing required param: ${param}.`, param, 'parameter_missing')
  const { product: given, product_data: facts } = data
  if (given && !world.store.find('product', given)) throw noSuch('product', given, param)
  const created = world.clock.seconds()
  const product =
    given ??
    world.store.insert<'product'>(
      newProduct({ created, name: facts?.name ?? 'Product', active: false, ...facts }),
    ).id
  const price = newPrice({
    created,
    currency: data.currency.toLowerCase(),
    unitAmount: data.unit_amount,
    product,
    active: false,
    recurring: {
      interval: data.recurring.interval,
      intervalCount: data.recurring.interval_count ?? 1,
    },
  })
  return world.store.insert<'price'>(price)
}
