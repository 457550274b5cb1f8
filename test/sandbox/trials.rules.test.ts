import { describe, expect, test } from 'vitest'
import { buy, DAY, eventTypes, HOUR, TRIAL } from './buying.ts'
import { usePricedShop } from './priced-shop.ts'

const { shop, prices, read, invoices, lastEvent } = usePricedShop()

describe('a trial', () => {
  test('turns into a paid year: active first, charged an hour later', async () => {
    const { subscriptionId } = await buy(shop, prices.annual, TRIAL)
    const trialing = await read(subscriptionId)
    expect(trialing.items.data[0]?.current_period_end).toBe(trialing.trial_end)

    shop.processor.advance(3 * DAY + 60)
    expect(await read(subscriptionId)).toMatchObject({ status: 'active' })
    expect(lastEvent('customer.subscription.updated', subscriptionId)?.data).toMatchObject({
      object: { status: 'active' },
      previous_attributes: { status: 'trialing' },
    })
    const [draft] = await invoices(subscriptionId)
    expect(draft).toMatchObject({
      status: 'draft',
      amount_due: 9700,
      amount_paid: 0,
      billing_reason: 'subscription_cycle',
    })

    shop.processor.advance(HOUR)
    const [paid] = await invoices(subscriptionId)
    expect(paid).toMatchObject({ id: draft?.id, status: 'paid', amount_paid: 9700 })
    const active = await read(subscriptionId)
    expect(active.latest_invoice).toBe(paid?.id)
    const [start, end] = [active.trial_end ?? 0, active.items.data[0]?.current_period_end ?? 0]
    expect((end - start) / DAY).toBeOneOf([365, 366])
    expect(eventTypes(shop, String(active.customer)).slice(-6)).toEqual([
      'invoice.finalized',
      'payment_intent.created',
      'payment_intent.succeeded',
      'charge.succeeded',
      'invoice.paid',
      'invoice.payment_succeeded',
    ])
  })

  test('of three days says at once that it will end', async () => {
    const { subscriptionId } = await buy(shop, prices.annual, TRIAL)
    await read(subscriptionId)
    expect(eventTypes(shop, subscriptionId)).toContain('customer.subscription.trial_will_end')
  })

  test('that is left ends without a charge', async () => {
    const { subscriptionId } = await buy(shop, prices.annual, TRIAL)
    await shop.stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true })
    shop.processor.advance(4 * DAY)
    expect(await read(subscriptionId)).toMatchObject({ status: 'canceled' })
    expect((await invoices(subscriptionId)).map((each) => each.amount_due)).toEqual([0])
  })

  test('can be ended now, and is charged at once', async () => {
    const { subscriptionId } = await buy(shop, prices.annual, TRIAL)
    const updated = await shop.stripe.subscriptions.update(subscriptionId, { trial_end: 'now' })
    expect(updated.status).toBe('active')
    expect((await invoices(subscriptionId))[0]).toMatchObject({ status: 'paid', amount_paid: 9700 })
  })

  test('without a card ends as its settings say', async () => {
    for (const [wish, status] of [
      ['cancel', 'canceled'],
      ['pause', 'paused'],
      ['create_invoice', 'past_due'],
    ] as const) {
      const { subscriptionId } = await buy(shop, prices.monthly, {
        subscription_data: {
          trial_period_days: 3,
          trial_settings: { end_behavior: { missing_payment_method: wish } },
        },
      })
      const { default_payment_method: method } = await read(subscriptionId)
      await shop.stripe.paymentMethods.detach(String(method))
      shop.processor.advance(3 * DAY + 2 * HOUR)
      expect((await read(subscriptionId)).status).toBe(status)
    }
  })
})
