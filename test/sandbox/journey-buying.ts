import { answer, CARDS, card, createPrices, DAY, HOUR, openCheckout } from './buying.ts'
import type { Shop } from './shop.ts'

/** The prices and coupon for sale. */
export type Prices = Awaited<ReturnType<typeof sellSomething>>

/** Creates products, prices and coupons. */
export async function sellSomething(shop: Shop) {
  const { stripe } = shop
  const { product, annual, monthly } = await createPrices(shop)
  await stripe.products.retrieve(product.id)
  await stripe.products.update(product.id, { description: 'A year of it', metadata: { a: '1' } })
  await stripe.products.list({ active: true, limit: 3 })
  await stripe.prices.list({
    lookup_keys: [String(annual.lookup_key), String(monthly.lookup_key)],
    active: true,
    expand: ['data.product'],
  })
  await stripe.prices.retrieve(annual.id, { expand: ['product'] })
  await stripe.prices.create({
    currency: 'usd',
    unit_amount: 900,
    recurring: { interval: 'month', interval_count: 3 },
    product_data: { name: 'Quarter' },
    lookup_key: `club_quarter_${product.id}`,
    transfer_lookup_key: true,
  })
  await stripe.prices.update(annual.id, { nickname: 'annual', active: true })
  const coupon = await stripe.coupons.create({
    amount_off: 3000,
    currency: 'usd',
    duration: 'repeating',
    duration_in_months: 12,
    name: 'First year',
  })
  await stripe.coupons.create({ percent_off: 12.5, duration: 'once', id: `once_${product.id}` })
  await stripe.coupons.retrieve(coupon.id)
  await stripe.coupons.list({ limit: 1 })
  return { product, annual, monthly, coupon }
}

/** Completes a trial that is paid for in the end, and opens checkouts that nobody pays. */
export async function checkOut(shop: Shop, priceId: string, couponId: string) {
  const { stripe, processor } = shop
  const params = {
    customer_email: 'ann@example.test',
    client_reference_id: 'order-1',
    metadata: { order: 'order-1' },
    expires_at: Math.floor(processor.now().getTime() / 1000) + 2 * HOUR,
    subscription_data: {
      trial_period_days: 3,
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' as const } },
      metadata: { order: 'order-1' },
    },
    payment_method_collection: 'always' as const,
    discounts: [{ coupon: couponId }],
  }
  const trial = await openCheckout(shop, priceId, params)
  await stripe.checkout.sessions.retrieve(trial.id, { expand: ['line_items', 'customer'] })
  await stripe.checkout.sessions.listLineItems(trial.id, { limit: 5 })
  processor.payCheckout(trial.id, { email: 'ann@example.test', card: card(CARDS.declined) })
  processor.payCheckout(trial.id, { email: 'ann@example.test', card: card(CARDS.asksOnce) })
  answer(
    shop,
    processor.payCheckout(trial.id, { email: 'ann@example.test', card: card(CARDS.asksOnce) }),
    true,
  )
  await stripe.checkout.sessions.retrieve(trial.id, {
    expand: [
      'subscription.default_payment_method',
      'subscription.latest_invoice',
      'customer',
      'invoice',
      'line_items.data.price.product',
    ],
  })
  await stripe.checkout.sessions.list({ status: 'complete', limit: 2 })

  const unpaid = await openCheckout(shop, priceId)
  await stripe.checkout.sessions.expire(unpaid.id)
  await openCheckout(shop, priceId, { submit_type: 'subscribe', locale: 'en' })
  await openCheckout(shop, priceId, { allow_promotion_codes: true })
  processor.advance(25 * HOUR)
  processor.advance(3 * DAY)
}
