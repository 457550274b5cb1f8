import { describe, expect, test } from 'vitest'
import { buy, CARDS, card, createPrices, DAY, HOUR, openCheckout, TRIAL } from './buying.ts'
import { useNewShops } from './shop.ts'

const shop = useNewShops()

describe('a restart', () => {
  test('keeps everything, and what was to happen still happens', async () => {
    const { annual } = await createPrices(shop)
    const { subscriptionId } = await buy(shop, annual.id, TRIAL)
    const open = await openCheckout(shop, annual.id)
    const asked = shop.processor.payCheckout(open.id, {
      email: 'bo@example.test',
      card: card(CARDS.asks),
    })
    const first = await shop.stripe.customers.create({}, { idempotencyKey: 'kept' })
    await shop.restart()
    if (asked.kind !== 'challenge') throw new Error(asked.kind)
    expect(shop.processor.answerChallenge(asked.challengeId, true).kind).toBe('done')
    expect((await shop.stripe.customers.create({}, { idempotencyKey: 'kept' })).id).toBe(first.id)
    shop.processor.advance(3 * DAY + 2 * HOUR)
    const [invoice] = (await shop.stripe.invoices.list({ subscription: subscriptionId })).data
    expect(invoice).toMatchObject({ status: 'paid', amount_paid: 9700 })
  })
})

test('a subscription that was always there is made once, and nobody is told', async () => {
  const draft = {
    subscriptionId: 'sub_demo_1',
    customerId: 'cus_demo_1',
    email: 'demo@example.test',
    price: {
      lookupKey: 'demo_annual',
      productName: 'Club',
      unitAmount: 9700,
      currency: 'usd',
      interval: 'year',
    },
  } as const
  shop.sandbox.ensureSubscription(draft)
  shop.sandbox.ensureSubscription(draft)
  const subscription = await shop.stripe.subscriptions.retrieve('sub_demo_1', {
    expand: ['latest_invoice', 'default_payment_method'],
  })
  expect(subscription).toMatchObject({
    status: 'active',
    customer: 'cus_demo_1',
    latest_invoice: { status: 'paid', amount_paid: 9700 },
    default_payment_method: { card: { last4: '4242' } },
  })
  expect((await shop.stripe.subscriptions.list()).data).toHaveLength(1)
  expect(shop.processor.events()).toEqual([])
  shop.processor.advance(366 * DAY + 2 * HOUR)
  expect((await shop.stripe.invoices.list({ customer: 'cus_demo_1' })).data).toHaveLength(2)
})
