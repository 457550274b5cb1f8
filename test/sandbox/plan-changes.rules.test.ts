import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { buy, CARDS, card, DAY, TRIAL } from './buying.ts'
import { usePricedShop } from './priced-shop.ts'

const { shop, prices, read, invoices } = usePricedShop()

describe('another plan', () => {
  const itemOf = (subscription: Stripe.Subscription) => String(subscription.items.data[0]?.id)

  test('during a trial changes the price and nothing else', async () => {
    const { subscriptionId } = await buy(shop, prices.monthly, TRIAL)
    const before = await read(subscriptionId)
    const after = await shop.stripe.subscriptions.update(subscriptionId, {
      items: [{ id: itemOf(before), price: prices.annual }],
    })
    expect(after).toMatchObject({ status: 'trialing', trial_end: before.trial_end })
    shop.processor.advance(4 * DAY)
    expect((await invoices(subscriptionId))[0]).toMatchObject({ amount_paid: 9700 })
  })

  test('with another interval begins and is charged at once, less what is left', async () => {
    const { subscriptionId } = await buy(shop, prices.monthly)
    shop.processor.advance(10 * DAY)
    const before = await read(subscriptionId)
    const change = { items: [{ id: itemOf(before), price: prices.annual }] }
    const preview = await shop.stripe.invoices.createPreview({
      subscription: subscriptionId,
      subscription_details: change,
    })
    expect(await invoices(subscriptionId)).toHaveLength(1)
    const after = await shop.stripe.subscriptions.update(subscriptionId, change)
    const [invoice] = await invoices(subscriptionId)
    expect(invoice).toMatchObject({ status: 'paid', billing_reason: 'subscription_update' })
    expect(invoice?.amount_paid).toBe(preview.amount_due)
    expect(invoice?.amount_paid).toBeGreaterThan(9000)
    expect(invoice?.amount_paid).toBeLessThan(9300)
    expect(invoice?.lines.data.map(({ amount }) => Math.sign(amount))).toEqual([-1, 1])
    expect(after.items.data[0]?.price.id).toBe(prices.annual)
    expect(after.latest_invoice).toBe(invoice?.id)
    expect(after.billing_cycle_anchor).toBe(after.items.data[0]?.current_period_start)
  })

  test('gives back no more than was paid, whatever becomes of the discount', async () => {
    const coupon = await shop.stripe.coupons.create({
      amount_off: 3000,
      currency: 'usd',
      duration: 'forever',
    })
    const { subscriptionId } = await buy(shop, prices.annual, {
      discounts: [{ coupon: coupon.id }],
    })
    const before = await read(subscriptionId)
    const change = {
      items: [{ id: itemOf(before), price: prices.monthly }],
      proration_behavior: 'always_invoice' as const,
    }
    const preview = await shop.stripe.invoices.createPreview({
      subscription: subscriptionId,
      subscription_details: change,
      discounts: '',
    })
    await shop.stripe.subscriptions.update(subscriptionId, { ...change, discounts: '' })
    const [invoice] = await invoices(subscriptionId)
    expect(invoice?.lines.data.map(({ amount }) => amount)).toEqual([-6700, 800])
    expect(preview.total).toBe(invoice?.total)
  })

  test('that is worth less leaves a credit, which pays what comes next', async () => {
    const { subscriptionId, customerId } = await buy(shop, prices.annual)
    const before = await read(subscriptionId)
    await shop.stripe.subscriptions.update(subscriptionId, {
      items: [{ id: itemOf(before), price: prices.monthly }],
    })
    const [invoice] = await invoices(subscriptionId)
    expect(invoice).toMatchObject({ status: 'paid', amount_due: 0, amount_paid: 0, total: -8900 })
    const credit = async () =>
      ((await shop.stripe.customers.retrieve(customerId)) as Stripe.Customer).balance
    expect(await credit()).toBe(-8900)
    shop.processor.advance(32 * DAY)
    expect(await credit()).toBe(-8100)
    expect((await invoices(subscriptionId))[0]).toMatchObject({ total: 800, amount_paid: 0 })
  })

  test('that cannot be paid is refused whole, or waits, as the shop likes', async () => {
    const { subscriptionId, customerId } = await buy(shop, prices.monthly)
    const portal = await shop.stripe.billingPortal.sessions.create({ customer: customerId })
    shop.processor.replaceCard(portal.id, card(CARDS.failsLater))
    const before = await read(subscriptionId)
    const items = [{ id: itemOf(before), price: prices.annual }]
    await expect(
      shop.stripe.subscriptions.update(subscriptionId, {
        items,
        payment_behavior: 'error_if_incomplete',
      }),
    ).rejects.toMatchObject({ type: 'StripeCardError', statusCode: 402 })
    expect(await read(subscriptionId)).toEqual(before)

    const waiting = await shop.stripe.subscriptions.update(subscriptionId, {
      items,
      payment_behavior: 'pending_if_incomplete',
    })
    expect(waiting).toMatchObject({ status: 'active', pending_update: expect.anything() })
    expect(waiting.items.data[0]?.price.id).toBe(prices.monthly)
    shop.processor.payInvoice(String(waiting.latest_invoice), card())
    const paid = await read(subscriptionId)
    expect(paid).toMatchObject({ status: 'active', pending_update: null })
    expect(paid.items.data[0]?.price.id).toBe(prices.annual)
  })
})
