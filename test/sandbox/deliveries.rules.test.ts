import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { buy, createPrices, DAY } from './buying.ts'
import { useNewShops, WEBHOOK_SECRET } from './shop.ts'

const shop = useNewShops()
const newCustomer = () => shop.stripe.customers.create({ email: 'ann@example.test' })
const types = () => shop.arrivals.map(({ event }) => event.type)
const latest = () => shop.processor.events()[0]

describe('a webhook', () => {
  test('arrives once, signed, as the API would show the event', async () => {
    const customer = await newCustomer()
    expect(await shop.sandbox.deliverDue()).toBe(1)
    expect(await shop.sandbox.deliverDue()).toBe(0)
    const [arrival] = shop.arrivals
    expect(arrival?.event).toMatchObject({
      object: 'event',
      type: 'customer.created',
      api_version: '2026-10-28.endive',
      livemode: false,
      pending_webhooks: 1,
      data: { object: { id: customer.id } },
      request: { id: customer.lastResponse.requestId, idempotency_key: expect.any(String) },
    })
    const shown = await shop.stripe.events.retrieve(String(arrival?.event.id))
    expect(shown).toEqual({ ...arrival?.event, pending_webhooks: 0 })
  })

  test('is signed with real time although the clock was moved', async () => {
    shop.processor.advance(400 * DAY)
    await newCustomer()
    await shop.sandbox.deliverDue()
    const [arrival] = shop.arrivals
    const signedAt = arrival?.signedAt ?? 0
    expect(Math.abs(signedAt - Date.now() / 1000)).toBeLessThan(10)
    expect((arrival?.event.created ?? 0) - signedAt).toBeGreaterThan(399 * DAY)
    const expected = createHmac('sha256', WEBHOOK_SECRET)
      .update(`${signedAt}.${arrival?.raw}`)
      .digest('hex')
    expect(arrival?.signature).toBe(`t=${signedAt},v1=${expected}`)
  })

  test.each([500, 400, 302])(
    'that is answered %s is sent again, later and later',
    async (status) => {
      shop.answers = [status]
      await newCustomer()
      await shop.sandbox.deliverDue()
      const waits = []
      for (let attempt = 1; attempt < 5; attempt += 1) {
        const [delivery] = latest()?.deliveries ?? []
        expect(delivery).toMatchObject({ state: 'waiting', attempts: attempt, status })
        const seconds = ((delivery?.nextAt?.getTime() ?? 0) - (delivery?.at?.getTime() ?? 0)) / 1000
        waits.push(seconds)
        expect(await shop.sandbox.deliverDue()).toBe(0)
        shop.processor.advance(seconds)
        expect(await shop.sandbox.deliverDue()).toBe(1)
      }
      expect(waits).toEqual([2, 4, 8, 16])
      shop.answers = [200]
      shop.processor.advance(32)
      await shop.sandbox.deliverDue()
      expect(latest()?.deliveries).toMatchObject([
        { state: 'delivered', attempts: 6, nextAt: null },
      ])
      expect(new Set(shop.arrivals.map(({ event }) => event.id)).size).toBe(1)
    },
  )

  test('that nobody takes for three days is given up, and can be sent by hand', async () => {
    shop.answers = [500]
    await newCustomer()
    const start = shop.processor.now().getTime()
    while (latest()?.deliveries[0]?.state === 'waiting') {
      await shop.sandbox.deliverDue()
      const next = latest()?.deliveries[0]?.nextAt?.getTime() ?? start
      shop.processor.advance(Math.max(0, next - shop.processor.now().getTime()) / 1000 + 0.001)
    }
    const lasted = ((latest()?.deliveries[0]?.at?.getTime() ?? 0) - start) / 1000
    expect(lasted / DAY).toBeGreaterThan(2.5)
    expect(lasted / DAY).toBeLessThan(3.5)
    expect(latest()?.event.pending_webhooks).toBe(0)
    shop.answers = [200]
    shop.processor.resend(String(latest()?.event.id))
    await shop.sandbox.deliverDue()
    expect(latest()?.deliveries.map(({ state }) => state)).toEqual(['failed', 'delivered'])
  })

  test('is listed by whether it was taken', async () => {
    shop.answers = [500, 200]
    const list = async (isTaken: boolean) =>
      (await shop.stripe.events.list({ delivery_success: isTaken })).data.length
    await newCustomer()
    await newCustomer()
    expect([await list(true), await list(false)]).toEqual([0, 2])
    await shop.sandbox.deliverDue()
    expect([await list(true), await list(false)]).toEqual([1, 1])
  })

  test('that was not taken before a restart is sent after it', async () => {
    await newCustomer()
    await shop.restart()
    shop.sandbox.pointTo(shop.origin)
    await shop.sandbox.deliverDue()
    expect(types()).toEqual(['customer.created'])
  })

  test('that was under way when the process stopped is sent again by the next', async () => {
    await newCustomer()
    let arrived = () => {}
    const isUnderWay = new Promise<void>((resolve) => {
      arrived = resolve
    })
    let letGo = () => {}
    const isHeld = new Promise<void>((resolve) => {
      letGo = resolve
    })
    shop.onArrival = async () => {
      arrived()
      await isHeld
    }
    void shop.sandbox.deliverDue()
    await isUnderWay
    shop.sandbox.stop()
    letGo()
    shop.onArrival = undefined
    await shop.restart()
    shop.sandbox.pointTo(shop.origin)
    await shop.sandbox.deliverDue()
    expect(shop.arrivals).toHaveLength(2)
  })
})

test('at most eight are under way at once', async () => {
  let [now, most] = [0, 0]
  const eightAreHere = Promise.withResolvers<void>()
  shop.onArrival = async () => {
    now += 1
    most = Math.max(most, now)
    if (now === 8) eightAreHere.resolve()
    await eightAreHere.promise
    // Leaves time for a ninth delivery to arrive.
    await new Promise((resolve) => setTimeout(resolve, 10))
    now -= 1
  }
  const { annual } = await createPrices(shop)
  for (let each = 0; each < 3; each += 1) await buy(shop, annual.id)
  await Promise.all([shop.sandbox.deliverDue(), shop.sandbox.deliverDue()])
  expect(shop.arrivals.length).toBeGreaterThan(30)
  expect(most).toBe(8)
})

test('once started, what happens is told by itself', async () => {
  shop.sandbox.start(shop.origin)
  const arrived = new Promise<string>((resolve) => {
    shop.onArrival = ({ type }) => resolve(type)
  })
  await newCustomer()
  expect(await arrived).toBe('customer.created')
})

test('an endpoint of its own hears what it asked for, with its own secret', async () => {
  const { secret } = await shop.stripe.webhookEndpoints.create({
    url: `${shop.origin}/api/stripe/webhook`,
    enabled_events: ['product.created'],
  })
  expect(secret).toMatch(/^whsec_/)
  await newCustomer()
  await shop.stripe.products.create({ name: 'Thing' })
  await shop.sandbox.deliverDue()
  const [product, customer] = shop.processor.events()
  expect(customer?.deliveries).toHaveLength(1)
  // The shop verifies with the other secret, so it rejects this one.
  expect(product?.deliveries.map(({ state }) => state).toSorted()).toEqual(['delivered', 'waiting'])
})
