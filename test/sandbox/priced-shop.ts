import { beforeAll } from 'vitest'
import { createPrices } from './buying.ts'
import { useShop } from './shop.ts'

/** A shop with annual and monthly prices, and ways to read its objects. */
export function usePricedShop() {
  const shop = useShop()
  const prices = { annual: '', monthly: '' }
  beforeAll(async () => {
    const { annual, monthly } = await createPrices(shop)
    Object.assign(prices, { annual: annual.id, monthly: monthly.id })
  })

  return {
    shop,
    /** The ids of the prices. */
    prices,
    read: (id: string) => shop.stripe.subscriptions.retrieve(id),
    /** Newest first. */
    invoices: async (subscription: string) =>
      (await shop.stripe.invoices.list({ subscription })).data,
    lastEvent: (type: string, about: string) =>
      shop.processor
        .events()
        .find(({ event }) => event.type === type && JSON.stringify(event.data).includes(about))
        ?.event,
  }
}
