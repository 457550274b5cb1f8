import { describe, expect, test } from 'vitest'
import { createPrices, DAY, openCheckout } from './buying.ts'
import { useShop } from './shop.ts'

const shop = useShop()
const create = (idempotencyKey: string, email = 'ann@example.test') =>
  shop.stripe.customers.create({ email }, { idempotencyKey })

describe('a call with a key', () => {
  test('is done once and answered the same', async () => {
    const first = await create('once')
    const second = await create('once')
    expect(second.id).toBe(first.id)
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect(second.lastResponse.headers['original-request']).toBe(first.lastResponse.requestId)
    expect((await create('another')).id).not.toBe(first.id)
  })

  test('with other parameters is refused', async () => {
    await create('strict')
    await expect(create('strict', 'bo@example.test')).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
    })
  })

  test('is new again after a day', async () => {
    const first = await create('daily')
    shop.processor.advance(DAY + 1)
    expect((await create('daily')).id).not.toBe(first.id)
  })

  test('repeats a refusal, but not one of the parameters', async () => {
    const session = () =>
      openSession({
        success_url: 'http://shop.test',
        line_items: [{ price: 'price_x', quantity: 1 }],
      })
    const openSession = (params: object) =>
      shop.stripe.checkout.sessions.create(
        { mode: 'subscription', ...params },
        { idempotencyKey: 'r' },
      )
    await expect(openSession({})).rejects.toMatchObject({ code: 'parameter_missing' })
    await expect(session()).rejects.toMatchObject({ code: 'resource_missing' })
    await expect(session()).rejects.toMatchObject({
      headers: expect.objectContaining({ 'idempotent-replayed': 'true' }),
    })
  })

  test('that is still under way answers 409', async () => {
    shop.processor.setSwitches({ latencyMs: 500 })
    const both = await Promise.allSettled([create('slow'), create('slow')])
    shop.processor.setSwitches({ latencyMs: 0 })
    const [done] = both.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    const [refused] = both.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(refused).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
    expect((await create('slow')).id).toBe(done?.id)
  })

  test('that failed after its work was done repeats the failure, and the work is there once', async () => {
    shop.processor.setSwitches({ failAfterWork: true })
    await expect(create('torn', 'torn@example.test')).rejects.toMatchObject({ statusCode: 500 })
    shop.processor.setSwitches({ failAfterWork: false })
    await expect(create('torn', 'torn@example.test')).rejects.toMatchObject({ statusCode: 500 })
    const { data } = await shop.stripe.customers.list({ email: 'torn@example.test' })
    expect(data).toHaveLength(1)
  })

  test('many at once make one', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => create('crowd')))
    const ids = answers.flatMap((each) => (each.status === 'fulfilled' ? [each.value.id] : []))
    expect(new Set(ids).size).toBe(1)
  })
})

test('a sandbox that is down does nothing, and is back afterwards', async () => {
  shop.processor.setSwitches({ isDown: true })
  await expect(create('down')).rejects.toMatchObject({ type: 'StripeAPIError', statusCode: 503 })
  await expect(shop.stripe.prices.list()).rejects.toMatchObject({ statusCode: 503 })
  shop.processor.setSwitches({ isDown: false })
  expect((await create('down')).object).toBe('customer')
})

test('a refused call leaves nothing behind', async () => {
  const { annual } = await createPrices(shop)
  const before = shop.processor.objects().length
  await expect(
    openCheckout(shop, annual.id, { expand: ['nothing'] } as never),
  ).rejects.toMatchObject({ statusCode: 400 })
  expect(shop.processor.objects()).toHaveLength(before)
})
