import type Stripe from 'stripe'
import type { z } from 'zod'
import { newPrice } from '#sandbox/payments/objects/price.ts'
import { newProduct } from '#sandbox/payments/objects/product.ts'
import type { World } from '#sandbox/payments/world.ts'
import type { PriceData } from './checkout-params.ts'
import { invalid, noSuch } from './provider-error.ts'

export function usablePrice(world: World, id: string, param: string): Stripe.Price {
  const price = world.store.find('price', id)
  if (!price) throw noSuch('price', id, param)
  if (!price.active) {
    throw invalid('The price specified is inactive. This field only accepts active prices.', param)
  }
  if (!price.recurring) {
    throw invalid(
      'You must provide at least one recurring price in `subscription` mode when using prices.',
      param,
    )
  }
  return price
}

/** A price only for this session; it is no longer for sale afterwards. */
export function makePrice(
  world: World,
  data: z.infer<typeof PriceData> | undefined,
  param: string,
): Stripe.Price {
  if (!data) throw invalid(`Missing required param: ${param}.`, param, 'parameter_missing')
  const { product: given, product_data: facts } = data
  if (given && !world.store.find('product', given)) throw noSuch('product', given, param)
  const created = world.clock.seconds()
  const product =
    given ??
    world.store.insert<'product'>(
      newProduct({ created, name: facts?.name ?? 'Product', active: false, ...facts }),
    ).id
  const price = newPrice({
    created,
    currency: data.currency.toLowerCase(),
    unitAmount: data.unit_amount,
    product,
    active: false,
    recurring: {
      interval: data.recurring.interval,
      intervalCount: data.recurring.interval_count ?? 1,
    },
  })
  return world.store.insert<'price'>(price)
}
