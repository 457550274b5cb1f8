import { describe, expect, test } from 'vitest'
import { buy, TRIAL } from './buying.ts'
import { usePricedShop } from './priced-shop.ts'

const { shop, prices } = usePricedShop()

describe('lists', () => {
  test('come newest first, page by page, in both directions', async () => {
    const ids: string[] = []
    for (let each = 0; each < 5; each += 1) {
      const { id } = await shop.stripe.customers.create({ email: 'many@example.test' })
      ids.unshift(id)
    }
    const list = (params: object) =>
      shop.stripe.customers.list({ email: 'many@example.test', limit: 2, ...params })
    const first = await list({})
    expect(first).toMatchObject({ object: 'list', url: '/v1/customers', has_more: true })
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    const second = await list({ starting_after: String(ids[1]) })
    expect(second.data.map(({ id }) => id)).toEqual(ids.slice(2, 4))
    const back = await list({ ending_before: String(ids[4]) })
    expect(back.data.map(({ id }) => id)).toEqual(ids.slice(2, 4))
    const all = await list({}).autoPagingToArray({ limit: 100 })
    expect(all.map(({ id }) => id)).toEqual(ids)
  })

  test('of subscriptions leave out the ended ones unless asked', async () => {
    const { subscriptionId, customerId: customer } = await buy(shop, prices.annual, TRIAL)
    await shop.stripe.subscriptions.cancel(subscriptionId)
    const found = async (params: object) =>
      (await shop.stripe.subscriptions.list({ customer, ...params })).data.length
    expect(await found({})).toBe(0)
    expect(await found({ status: 'all' })).toBe(1)
    expect(await found({ status: 'canceled' })).toBe(1)
  })
})

describe('prices by lookup key', () => {
  test('a key is one price’s, and another takes it over only when it says so', async () => {
    const make = (extra: object) =>
      shop.stripe.prices.create({
        currency: 'usd',
        unit_amount: 100,
        recurring: { interval: 'month' },
        product_data: { name: 'Thing' },
        lookup_key: 'the_key',
        ...extra,
      })
    const first = await make({})
    await expect(make({})).rejects.toMatchObject({ param: 'lookup_key' })
    const second = await make({ transfer_lookup_key: true })
    const { data } = await shop.stripe.prices.list({ lookup_keys: ['the_key'], active: true })
    expect(data.map(({ id }) => id)).toEqual([second.id])
    expect((await shop.stripe.prices.retrieve(first.id)).lookup_key).toBeNull()
  })
})

describe('expand', () => {
  test('puts the whole thing where an id was, also inside lists', async () => {
    const { subscriptionId } = await buy(shop, prices.annual)
    const subscription = await shop.stripe.subscriptions.retrieve(subscriptionId, {
      expand: ['customer', 'latest_invoice.payments'],
    })
    expect(subscription).toMatchObject({
      customer: { object: 'customer' },
      default_payment_method: expect.any(String),
      latest_invoice: { payments: { data: [{ payment: { type: 'payment_intent' } }] } },
    })
    const { data } = await shop.stripe.invoices.list({
      subscription: subscriptionId,
      expand: ['data.payments.data.payment.payment_intent'],
    })
    expect(data).toMatchObject([
      { payments: { data: [{ payment: { payment_intent: { object: 'payment_intent' } } }] } },
    ])
  })

  test.each(['status', 'nothing', 'customer.email', 'a.b.c.d.e'])('%s cannot be', async (path) => {
    const { subscriptionId } = await buy(shop, prices.annual)
    await expect(
      shop.stripe.subscriptions.retrieve(subscriptionId, { expand: [path] }),
    ).rejects.toMatchObject({ param: 'expand', statusCode: 400 })
  })
})
