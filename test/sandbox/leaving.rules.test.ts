import { describe, expect, test } from 'vitest'
import { buy, DAY } from './buying.ts'
import { usePricedShop } from './priced-shop.ts'

const { shop, prices, read, invoices, lastEvent } = usePricedShop()

describe('leaving', () => {
  test('at the end of the period keeps the subscription until then', async () => {
    const { subscriptionId } = await buy(shop, prices.monthly)
    const left = await shop.stripe.subscriptions.update(subscriptionId, {
      cancel_at_period_end: true,
      cancellation_details: { comment: 'bye', feedback: 'unused' },
    })
    expect(left).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      cancel_at: left.items.data[0]?.current_period_end,
      cancellation_details: {
        comment: 'bye',
        feedback: 'unused',
        reason: 'cancellation_requested',
      },
    })
    shop.processor.advance(32 * DAY)
    const ended = await read(subscriptionId)
    expect(ended).toMatchObject({ status: 'canceled', ended_at: left.cancel_at })
    expect(lastEvent('customer.subscription.deleted', subscriptionId)?.data.object).toMatchObject({
      status: 'canceled',
    })
    expect(await invoices(subscriptionId)).toHaveLength(1)
  })

  test('can be thought over', async () => {
    const { subscriptionId } = await buy(shop, prices.monthly)
    await shop.stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true })
    const stayed = await shop.stripe.subscriptions.update(subscriptionId, {
      cancel_at_period_end: false,
    })
    expect(stayed).toMatchObject({
      cancel_at: null,
      canceled_at: null,
      cancel_at_period_end: false,
    })
    shop.processor.advance(32 * DAY)
    expect((await read(subscriptionId)).status).toBe('active')
    expect(await invoices(subscriptionId)).toHaveLength(2)
  })

  test('by the portal sets the day and not the flag, and only the day takes it back', async () => {
    const { subscriptionId, customerId } = await buy(shop, prices.monthly)
    const portal = await shop.stripe.billingPortal.sessions.create({ customer: customerId })
    shop.processor.cancelInPortal(portal.id)
    const left = await read(subscriptionId)
    expect(left.cancel_at_period_end).toBe(false)
    expect(left.cancel_at).toBe(left.items.data[0]?.current_period_end)
    const flag = { cancel_at_period_end: false }
    expect(await shop.stripe.subscriptions.update(subscriptionId, flag)).toMatchObject({
      cancel_at: left.cancel_at,
    })
    expect(await shop.stripe.subscriptions.update(subscriptionId, { cancel_at: '' })).toMatchObject(
      {
        cancel_at: null,
      },
    )
    shop.processor.cancelInPortal(portal.id)
    shop.processor.uncancelInPortal(portal.id)
    expect(shop.processor.portalSubscriptions(portal.id)).toMatchObject([{ cancel_at: null }])
    shop.processor.cancelInPortal(portal.id)
    shop.processor.advance(32 * DAY)
    expect((await read(subscriptionId)).status).toBe('canceled')
  })

  test('at once ends at once, and there is nothing left to end', async () => {
    const { subscriptionId } = await buy(shop, prices.monthly)
    const ended = await shop.stripe.subscriptions.cancel(subscriptionId)
    expect(ended).toMatchObject({ status: 'canceled', ended_at: ended.canceled_at })
    await expect(shop.stripe.subscriptions.cancel(subscriptionId)).rejects.toMatchObject({
      code: 'resource_missing',
    })
    await expect(
      shop.stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true }),
    ).rejects.toMatchObject({ statusCode: 400 })
    shop.processor.advance(40 * DAY)
    expect(await invoices(subscriptionId)).toHaveLength(1)
  })

  test('of the customer ends what the customer had', async () => {
    const { subscriptionId, customerId } = await buy(shop, prices.monthly)
    await shop.stripe.customers.del(customerId)
    expect((await read(subscriptionId)).status).toBe('canceled')
    expect(await shop.stripe.customers.retrieve(customerId)).toMatchObject({ deleted: true })
  })
})
