import type Stripe from 'stripe'
import { z } from 'zod'
import { change, record } from '#sandbox/payments/life/record.ts'
import { newProduct } from '#sandbox/payments/objects/product.ts'
import { invalid } from '#sandbox/payments/provider-error.ts'
import type { World } from '#sandbox/payments/world.ts'
import type { AddCall } from './calls.ts'
import { fromPath, listPage } from './lists.ts'
import {
  boolean,
  clearable,
  created,
  expandable,
  mergeMetadata,
  metadata,
  paged,
  text,
  url,
} from './params.ts'

const ProductFacts = {
  ...expandable,
  active: boolean.optional(),
  description: clearable(text(40_000)).optional(),
  images: clearable(z.array(text()).max(8)).optional(),
  metadata: clearable(metadata).optional(),
  statement_descriptor: text(22).optional(),
  unit_label: clearable(text(12)).optional(),
  url: clearable(url).optional(),
}
const CreateProduct = z.strictObject({ ...ProductFacts, name: text(250), id: text().optional() })
const UpdateProduct = z.strictObject({
  ...ProductFacts,
  name: text(250).optional(),
  default_price: text().optional(),
})
const ListProducts = z.strictObject({
  ...paged,
  created,
  active: boolean.optional(),
  ids: z.array(text()).optional(),
})

export function productsRoutes(add: AddCall) {
  add('POST', '/products', CreateProduct, (world, params) => {
    if (params.id && world.store.find('product', params.id)) {
      throw invalid('Product already exists.', 'id', 'resource_already_exists')
    }
    const product = newProduct({
      id: params.id,
      created: world.clock.seconds(),
      name: params.name,
      active: params.active,
      description: params.description,
      images: params.images ?? [],
      metadata: mergeMetadata({}, params.metadata),
      statementDescriptor: params.statement_descriptor,
      unitLabel: params.unit_label,
      url: params.url,
    })
    return insertProduct(world, product)
  })

  add('GET', '/products', ListProducts, (world, { active, ids, ...paging }) =>
    listPage(world, 'product', { url: '/v1/products', where: { active, id: ids }, paging }),
  )

  add('GET', '/products/:id', z.strictObject(expandable), (world, _, path) =>
    fromPath(world, 'product', path),
  )

  add('POST', '/products/:id', UpdateProduct, (world, params, path) => {
    const { id } = fromPath(world, 'product', path)
    const { expand: _, metadata: given, images, ...rest } = params
    return change(
      world,
      'product',
      id,
      (product) => {
        for (const [name, value] of Object.entries(rest)) {
          if (value !== undefined) Object.assign(product, { [name]: value })
        }
        if (images !== undefined) product.images = images ?? []
        product.metadata = mergeMetadata(product.metadata, given)
        product.updated = world.clock.seconds()
      },
      'product.updated',
    )
  })
}

export function insertProduct(world: World, product: Stripe.Product): Stripe.Product {
  world.store.insert<'product'>(product)
  record(world, 'product.created', product)
  return product
}
