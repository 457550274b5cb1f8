import type Stripe from 'stripe'
import { answer, buy, CARDS, card, DAY, HOUR, openCheckout } from './buying.ts'
import type { Prices } from './journey-buying.ts'
import type { Shop } from './shop.ts'

/** Goes through declined cards, bank challenges, and renewals that fail and are settled. */
export async function payAndFail(shop: Shop, { monthly, annual }: Prices) {
  const { stripe, processor } = shop
  const first = await openCheckout(shop, monthly.id)
  processor.payCheckout(first.id, { email: 'bo@example.test', card: card(CARDS.noFunds) })
  const asked = processor.payCheckout(first.id, {
    email: 'bo@example.test',
    card: card(CARDS.asksAlways),
  })
  answer(shop, asked, false)
  const again = processor.payCheckout(first.id, {
    email: 'bo@example.test',
    card: card(CARDS.asksAlways),
  })
  answer(shop, again, true)
  // The renewal requires a bank challenge that nobody answers, so the subscription ends.
  processor.advance(32 * DAY)
  processor.advance(20 * DAY)

  const { subscriptionId, customerId } = await buy(shop, monthly.id, {
    number: CARDS.failsLater,
    subscription_data: { trial_period_days: 7 },
    email: 'cy@example.test',
  })
  processor.advance(8 * DAY)
  const [open] = (await stripe.invoices.list({ subscription: subscriptionId, status: 'open' })).data
  await stripe.invoices
    .pay(String(open?.id))
    .then(() => Promise.reject(new Error('The card should have been declined')))
    .catch((error: Stripe.StripeRawError) => {
      if (error.code !== 'card_declined') throw error
    })
  const portal = await stripe.billingPortal.sessions.create({
    customer: customerId,
    return_url: 'http://shop.test/account',
    flow_data: {
      type: 'payment_method_update',
      after_completion: { type: 'redirect', redirect: { return_url: 'http://shop.test/fixed' } },
    },
    expand: ['configuration'],
  })
  processor.replaceCard(portal.id, card('5555555555554444'))
  processor.cancelInPortal(portal.id)
  processor.uncancelInPortal(portal.id)
  await stripe.invoices.retrieve(String(open?.id), {
    expand: ['payments.data.payment.payment_intent', 'customer'],
  })
  await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true })
  await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: false })
  await buy(shop, annual.id, { customer: customerId })
}

/** Changes plans, cancels and resumes. */
export async function changeAndLeave(shop: Shop, { annual, monthly, coupon }: Prices) {
  const { stripe, processor } = shop
  const { subscriptionId, customerId } = await buy(shop, monthly.id, { email: 'di@example.test' })
  const subscription = await stripe.subscriptions.retrieve(subscriptionId, {
    expand: ['default_payment_method', 'latest_invoice.payments', 'items.data.price.product'],
  })
  const item = String(subscription.items.data[0]?.id)
  processor.advance(10 * DAY)
  await stripe.invoices.createPreview({
    customer: customerId,
    subscription: subscriptionId,
    subscription_details: {
      items: [{ id: item, price: annual.id }],
      proration_behavior: 'always_invoice',
    },
  })
  await stripe.invoices.createPreview({ subscription: subscriptionId })
  await stripe.subscriptions.update(
    subscriptionId,
    {
      items: [{ id: item, price: annual.id }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
      discounts: [{ coupon: coupon.id }],
      expand: ['latest_invoice'],
    },
    { idempotencyKey: `change-${subscriptionId}` },
  )
  await stripe.subscriptions.update(subscriptionId, {
    items: [{ id: item, price: monthly.id }],
    proration_behavior: 'create_prorations',
    discounts: '',
  })
  await stripe.subscriptions.update(subscriptionId, {
    cancel_at: Math.floor(processor.now().getTime() / 1000) + 5 * DAY,
    cancellation_details: { comment: 'too much', feedback: 'too_expensive' },
  })
  await stripe.subscriptions.update(subscriptionId, { cancel_at: '', metadata: { left: 'no' } })
  await stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 5 })

  const trial = await buy(shop, annual.id, {
    email: 'ed@example.test',
    subscription_data: { trial_period_days: 3 },
  })
  await stripe.subscriptions.update(trial.subscriptionId, { trial_end: 'now' })
  await stripe.subscriptions.cancel(trial.subscriptionId, {
    cancellation_details: { comment: 'doubled' },
  })
  await changeThatNobodyPays(shop, { annual, monthly })
}

/** Starts a change of plan that waits for its payment and is dropped without one. */
async function changeThatNobodyPays(
  shop: Shop,
  { annual, monthly }: Pick<Prices, 'annual' | 'monthly'>,
) {
  const { stripe, processor } = shop
  const { subscriptionId } = await buy(shop, monthly.id, { email: 'flo@example.test' })
  const { items, customer } = await stripe.subscriptions.retrieve(subscriptionId)
  const portal = await stripe.billingPortal.sessions.create({ customer: String(customer) })
  processor.replaceCard(portal.id, card(CARDS.failsLater))
  await stripe.subscriptions.update(subscriptionId, {
    items: [{ id: String(items.data[0]?.id), price: annual.id }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
  })
  processor.advance(24 * HOUR)
}
