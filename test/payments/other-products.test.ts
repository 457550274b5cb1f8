import type Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { priceIdOf } from '#app/membership/server/plans/prices.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { openCheckout, purchase } from './purchases.ts'
import { findRow, forgetPayments, recordsOf } from './records.ts'
import { startSlowProvider } from './slow-provider.ts'
import { deliver, eventsAbout, madeUpEvent } from './webhooks.ts'

const provider = await startSlowProvider()
const app = useTestApp({
  hasPayments: true,
  environment: { STRIPE_API_BASE: provider.origin },
})
beforeAll(() => provider.pointTo(app.ctx.config.http.ownOrigin))
beforeEach(() => forgetPayments(app.db))
afterAll(() => provider.close())

const stripe = () => app.ctx.payments.stripe

describe('a subscription', () => {
  test('to another product of the same account is left alone', async () => {
    const { id } = await openForeign()
    app.payments.pay(id, 'somebody@else.test')
    const { customer } = await stripe().checkout.sessions.retrieve(id)
    const events = eventsAbout(app, String(customer))
    expect(events.map(({ type }) => type)).toContain('customer.subscription.created')
    expect(new Set(await deliver(app, events))).toEqual(new Set([200]))
    expect(await recordsOf(app.db)).toMatchObject({ subscriptions: [], payments: [], mails: [] })
  })

  test('to another product that names a checkout of ours opens nothing', async () => {
    const ours = await openCheckout(app)
    for (const more of [
      { subscription_data: { metadata: { checkout_id: ours.checkoutId } } },
      { client_reference_id: ours.checkoutId, metadata: { checkout_id: ours.checkoutId } },
    ]) {
      // The events arrive before we know of our own session, whatever their metadata says.
      await app.db
        .updateTable('checkouts')
        .set({ sessionId: null })
        .where('id', '=', ours.checkoutId)
        .execute()
      const { id } = await openForeign(more)
      app.payments.pay(id, ours.email)
      const { customer } = await stripe().checkout.sessions.retrieve(id)
      const events = [...eventsAbout(app, String(customer)), ...eventsAbout(app, id)]
      expect(events.map(({ type }) => type)).toContain('checkout.session.completed')
      expect(new Set(await deliver(app, events))).toEqual(new Set([200]))
      const records = await recordsOf(app.db)
      expect(records).toMatchObject({ subscriptions: [], payments: [], mails: [] })
      expect(records.checkouts.find((each) => each.id === ours.checkoutId)).toMatchObject({
        status: 'open',
        subscriptionId: null,
      })
    }
  })

  test('to our own plan, of a session of others that names a checkout of ours, leaves that as it is', async () => {
    const ours = await openCheckout(app)
    const { id } = await stripe().checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price: await priceIdOf(app.ctx, 'annual'), quantity: 1 }],
      success_url: 'http://localhost/done?session_id={CHECKOUT_SESSION_ID}',
      client_reference_id: ours.checkoutId,
    })
    app.payments.pay(id, 'somebody@else.test')
    const { customer } = await stripe().checkout.sessions.retrieve(id)
    const events = [...eventsAbout(app, String(customer)), ...eventsAbout(app, id)]
    expect(new Set(await deliver(app, events))).toEqual(new Set([200]))
    const left = app.db
      .selectFrom('checkouts')
      .select(['status', 'sessionId', 'email'])
      .where('id', '=', ours.checkoutId)
    expect(await left.execute()).toEqual([
      { status: 'open', sessionId: ours.sessionId, email: null },
    ])
  })

  test('with several items is known by the one that is ours, and logged', async () => {
    const bought = await purchase(app)
    const call = `GET /v1/subscriptions/${bought.subscriptionId}`
    type Answer = { items: { data: Stripe.SubscriptionItem[] } }
    const withItems = (pick: (ours: Stripe.SubscriptionItem) => Stripe.SubscriptionItem[]) =>
      provider.changeNext(call, (answer) => {
        const { items } = answer as Answer
        return { ...answer, items: { ...items, data: items.data.flatMap(pick) } }
      })
    const other = (ours: Stripe.SubscriptionItem) => {
      return { ...ours, price: { ...ours.price, id: 'price_other', lookup_key: null } }
    }
    withItems((ours) => [other(ours), ours])
    await deliver(app, [updated(bought.subscriptionId)])
    const known = await findRow(app.db, bought.subscriptionId)
    expect(known).toMatchObject({ status: 'active', plan: 'annual' })
    expect(known?.priceId).toBe(await priceIdOf(app.ctx, 'annual'))
    expect(app.logLines.join('')).toContain('not exactly one item')

    app.logLines.length = 0
    withItems(() => [])
    expect(await deliver(app, [updated(bought.subscriptionId)])).toEqual([200])
    expect(await findRow(app.db, bought.subscriptionId)).toMatchObject({
      plan: 'annual',
      currentPeriodEnd: known?.currentPeriodEnd,
    })
    expect(app.logLines.join('')).toContain('not exactly one item')
  })
})

test('a refund of a charge that the provider does not know is nothing of ours', async () => {
  const refunded = madeUpEvent({
    type: 'charge.refunded',
    data: { object: { id: 'ch_nobody_knows', payment_intent: 'pi_nobody_knows' } },
  })
  expect(await deliver(app, [refunded])).toEqual([200])
})

const updated = (id: string) =>
  madeUpEvent({ type: 'customer.subscription.updated', data: { object: { id } } })

/** Opens a session of another product on the same account. */
async function openForeign(more: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  const product = await stripe().products.create({ name: 'Something else' })
  const price = await stripe().prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: 500,
    recurring: { interval: 'month' },
  })
  expect(price.id).not.toBe(await priceIdOf(app.ctx, 'monthly'))
  return stripe().checkout.sessions.create({
    mode: 'subscription',
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: 'http://else.test/',
    ...more,
  })
}
