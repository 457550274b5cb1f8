import { z } from 'zod'
import { change, record } from '#sandbox/payments/life/record.ts'
import { newPrice } from '#sandbox/payments/objects/price.ts'
import { newProduct } from '#sandbox/payments/objects/product.ts'
import { invalid, noSuch } from '#sandbox/payments/provider-error.ts'
import type { World } from '#sandbox/payments/world.ts'
import type { AddCall } from './calls.ts'
import { fromPath, listPage } from './lists.ts'
import {
  boolean,
  clearable,
  created,
  currency,
  expandable,
  integer,
  mergeMetadata,
  metadata,
  paged,
  positive,
  text,
} from './params.ts'
import { insertProduct } from './products.routes.ts'

const CreatePrice = z.strictObject({
  ...expandable,
  currency,
  active: boolean.optional(),
  lookup_key: text(200).optional(),
  metadata: metadata.optional(),
  nickname: text().optional(),
  product: text().optional(),
  product_data: z
    .strictObject({ name: text(250), metadata: metadata.optional(), id: text().optional() })
    .optional(),
  recurring: z
    .strictObject({
      interval: z.enum(['day', 'week', 'month', 'year']),
      interval_count: positive.optional(),
    })
    .optional(),
  tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
  transfer_lookup_key: boolean.optional(),
  unit_amount: integer
    .refine((value) => value >= 0, { error: 'This value must be greater than or equal to 0.' })
    .optional(),
})
const UpdatePrice = z.strictObject({
  ...expandable,
  active: boolean.optional(),
  lookup_key: clearable(text(200)).optional(),
  metadata: clearable(metadata).optional(),
  nickname: clearable(text()).optional(),
  transfer_lookup_key: boolean.optional(),
})
const ListPrices = z.strictObject({
  ...paged,
  created,
  active: boolean.optional(),
  currency: currency.optional(),
  lookup_keys: z.array(text()).max(10).optional(),
  product: text().optional(),
  recurring: z
    .strictObject({ interval: z.enum(['day', 'week', 'month', 'year']).optional() })
    .optional(),
  type: z.enum(['one_time', 'recurring']).optional(),
})

export function pricesRoutes(add: AddCall) {
  add('POST', '/prices', CreatePrice, (world, params) => {
    if (params.unit_amount === undefined) {
      throw invalid('Missing required param: unit_amount.', 'unit_amount', 'parameter_missing')
    }
    const price = newPrice({
      created: world.clock.seconds(),
      currency: params.currency.toLowerCase(),
      unitAmount: params.unit_amount,
      product: productOf(world, params),
      active: params.active,
      lookupKey: params.lookup_key,
      metadata: params.metadata,
      nickname: params.nickname,
      recurring: params.recurring
        ? {
            interval: params.recurring.interval,
            intervalCount: params.recurring.interval_count ?? 1,
          }
        : null,
      taxBehavior: params.tax_behavior,
    })
    takeLookupKey(world, params)
    world.store.insert<'price'>(price)
    record(world, 'price.created', price)
    return price
  })

  add('GET', '/prices', ListPrices, (world, params) => {
    const { active, currency, lookup_keys, product, recurring, type, ...paging } = params
    const where = {
      active,
      currency,
      lookup_key: lookup_keys,
      product,
      'recurring.interval': recurring?.interval,
      type,
    }
    return listPage(world, 'price', { url: '/v1/prices', where, paging })
  })

  add('GET', '/prices/:id', z.strictObject(expandable), (world, _, path) =>
    fromPath(world, 'price', path),
  )

  add('POST', '/prices/:id', UpdatePrice, (world, params, path) => {
    const { id, lookup_key: ownKey } = fromPath(world, 'price', path)
    if (params.lookup_key && params.lookup_key !== ownKey) takeLookupKey(world, params)
    return change(
      world,
      'price',
      id,
      (price) => {
        if (params.active !== undefined) price.active = params.active
        if (params.lookup_key !== undefined) price.lookup_key = params.lookup_key
        if (params.nickname !== undefined) price.nickname = params.nickname
        price.metadata = mergeMetadata(price.metadata, params.metadata)
      },
      'price.updated',
    )
  })
}

function productOf(world: World, params: z.infer<typeof CreatePrice>): string {
  const { product, product_data: data } = params
  if (!data) {
    if (!product) throw invalid('Missing required param: product.', 'product', 'parameter_missing')
    if (!world.store.find('product', product)) throw noSuch('product', product, 'product')
    return product
  }
  if (product) {
    throw invalid('You may only specify one of these parameters: product, product_data.', 'product')
  }
  const { id, name, metadata: given } = data
  return insertProduct(
    world,
    newProduct({ id, created: world.clock.seconds(), name, metadata: given }),
  ).id
}

/** A lookup key belongs to one price; with `transfer_lookup_key` another may take it over. */
function takeLookupKey(
  world: World,
  params: { lookup_key?: string | null | undefined; transfer_lookup_key?: boolean | undefined },
): void {
  if (!params.lookup_key) return
  const where = { lookup_key: params.lookup_key }
  for (const { id } of world.store.list('price', { where })) {
    if (!params.transfer_lookup_key) {
      throw invalid(
        `A price (\`${id}\`) already uses that lookup key.`,
        'lookup_key',
        'resource_already_exists',
      )
    }
    change(
      world,
      'price',
      id,
      (price) => {
        price.lookup_key = null
      },
      'price.updated',
    )
  }
}
