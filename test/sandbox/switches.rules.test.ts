import { describe, expect, test } from 'vitest'
import { buy, createPrices, DAY, TRIAL } from './buying.ts'
import { useNewShops } from './shop.ts'

const shop = useNewShops()
const newCustomer = () => shop.stripe.customers.create({ email: 'ann@example.test' })
const types = () => shop.arrivals.map(({ event }) => event.type)
const latest = () => shop.processor.events()[0]

describe('the switches', () => {
  test('duplicate sends everything twice', async () => {
    shop.processor.setSwitches({ duplicate: true })
    await newCustomer()
    await shop.sandbox.deliverDue()
    expect(shop.arrivals).toHaveLength(2)
    expect(shop.arrivals[0]?.event.id).toBe(shop.arrivals[1]?.event.id)
  })

  test('drop sends nothing, and the API still knows', async () => {
    shop.processor.setSwitches({ drop: true })
    await newCustomer()
    shop.processor.setSwitches({ drop: false })
    expect(await shop.sandbox.deliverDue()).toBe(0)
    expect(latest()?.deliveries).toMatchObject([{ state: 'dropped' }])
    const { data } = await shop.stripe.events.list({ delivery_success: false })
    expect(data.map(({ type }) => type)).toEqual(['customer.created'])
    shop.processor.resend(String(data[0]?.id))
    await shop.sandbox.deliverDue()
    expect(types()).toEqual(['customer.created'])
  })

  test('delay waits', async () => {
    shop.processor.setSwitches({ delaySeconds: 60 })
    await newCustomer()
    expect(await shop.sandbox.deliverDue()).toBe(0)
    shop.processor.advance(61)
    expect(await shop.sandbox.deliverDue()).toBe(1)
  })

  test('reorder sends what is due in another order than it happened', async () => {
    shop.processor.setSwitches({ reorder: true })
    const { annual } = await createPrices(shop)
    for (let each = 0; each < 4; each += 1) await buy(shop, annual.id, TRIAL)
    const happened = shop.processor.events().map(({ event }) => event.id)
    await shop.sandbox.deliverDue()
    const arrived = shop.arrivals.map(({ event }) => event.id)
    expect(arrived.toSorted()).toEqual(happened.toSorted())
    expect(arrived).not.toEqual(happened.reverse())
  })

  test('survive a restart, as does the clock', async () => {
    shop.processor.setSwitches({ duplicate: true, latencyMs: 5 })
    shop.processor.advance(10 * DAY)
    await shop.restart()
    expect(shop.processor.switches()).toMatchObject({ duplicate: true, latencyMs: 5, drop: false })
    expect(shop.processor.now().getTime() - Date.now()).toBeGreaterThan(9.9 * DAY * 1000)
  })
})
