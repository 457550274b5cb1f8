import { expect, test } from 'vitest'
import { walkThroughEverything } from './journey.ts'
import { useShop } from './shop.ts'

const shop = useShop()

test('everything a shop does, once, and every webhook of it is genuine', async () => {
  await walkThroughEverything(shop)
  shop.sandbox.pointTo(shop.origin)
  await shop.sandbox.deliverDue()
  const types = new Set(shop.arrivals.map(({ event }) => event.type))
  expect(types.size).toBeGreaterThan(35)
  for (const { event } of shop.arrivals) {
    expect('previous_attributes' in event.data).toBe(event.type.endsWith('.updated'))
  }
})
