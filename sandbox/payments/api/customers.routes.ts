import { z } from 'zod'
import { attachCard } from '#sandbox/payments/life/cards-on-file.ts'
import { change, record } from '#sandbox/payments/life/record.ts'
import { endSubscription, hasEnded } from '#sandbox/payments/life/subscription-state.ts'
import { newCustomer } from '#sandbox/payments/objects/customer.ts'
import { NO_ADDRESS } from '#sandbox/payments/objects/payment-method.ts'
import { noSuch } from '#sandbox/payments/provider-error.ts'
import type { World } from '#sandbox/payments/world.ts'
import type { AddCall } from './calls.ts'
import { shown } from './expand.ts'
import { fromPath, listPage } from './lists.ts'
import {
  clearable,
  created,
  email,
  expandable,
  mergeMetadata,
  metadata,
  paged,
  text,
} from './params.ts'

const Address = z.strictObject({
  city: clearable(text()).optional(),
  country: clearable(text(2)).optional(),
  line1: clearable(text()).optional(),
  line2: clearable(text()).optional(),
  postal_code: clearable(text()).optional(),
  state: clearable(text()).optional(),
})

const Facts = {
  ...expandable,
  address: clearable(Address).optional(),
  description: clearable(text()).optional(),
  email: clearable(email).optional(),
  metadata: clearable(metadata).optional(),
  name: clearable(text(256)).optional(),
  phone: clearable(text(20)).optional(),
}
const Create = z.strictObject({ ...Facts, payment_method: text().optional() })
const Update = z.strictObject({
  ...Facts,
  invoice_settings: z
    .strictObject({ default_payment_method: clearable(text()).optional() })
    .optional(),
})
const List = z.strictObject({ ...paged, created, email: text(512).optional() })

export function customersRoutes(add: AddCall) {
  add('POST', '/customers', Create, (world, params) => {
    const customer = newCustomer({
      created: world.clock.seconds(),
      address: params.address ? { ...NO_ADDRESS, ...withoutUnset(params.address) } : null,
      description: params.description,
      email: params.email,
      metadata: mergeMetadata({}, params.metadata),
      name: params.name,
      phone: params.phone,
    })
    world.store.insert<'customer'>(customer, { isDeleted: false })
    record(world, 'customer.created', customer)
    if (params.payment_method) {
      if (!world.store.find('payment_method', params.payment_method)) {
        throw noSuch('PaymentMethod', params.payment_method, 'payment_method')
      }
      attachCard(world, params.payment_method, customer.id)
    }
    return customer
  })

  add('GET', '/customers', List, (world, { email, ...paging }) => {
    const page = listPage(world, 'customer', { url: '/v1/customers', where: { email }, paging })
    return { ...page, data: page.data.filter(({ id }) => !isDeleted(world, id)) }
  })

  add('GET', '/customers/:id', z.strictObject(expandable), (world, _, path) =>
    shown(world, fromPath(world, 'customer', path)),
  )

  add('POST', '/customers/:id', Update, (world, params, path) => {
    const { id } = getLiving(world, path)
    const card = params.invoice_settings?.default_payment_method
    if (card && world.store.find('payment_method', card)?.customer !== id) {
      throw noSuch('PaymentMethod', card, 'invoice_settings[default_payment_method]')
    }
    return change(
      world,
      'customer',
      id,
      (customer) => {
        const { address, description, email, name, phone } = params
        const given = withoutUnset({ description, email, name, phone })
        Object.assign(customer, given)
        if (address !== undefined) {
          customer.address = address && {
            ...NO_ADDRESS,
            ...customer.address,
            ...withoutUnset(address),
          }
        }
        if (card !== undefined) customer.invoice_settings.default_payment_method = card
        customer.metadata = mergeMetadata(customer.metadata, params.metadata)
      },
      'customer.updated',
    )
  })

  add('DELETE', '/customers/:id', z.strictObject(expandable), (world, _, path) => {
    const customer = getLiving(world, path)
    const subscriptions = world.store.list('subscription', { where: { customer: customer.id } })
    for (const subscription of subscriptions) {
      if (!hasEnded(subscription)) endSubscription(world, subscription.id, 'cancellation_requested')
    }
    world.store.saveHidden('customer', customer.id, { isDeleted: true })
    record(world, 'customer.deleted', customer)
    return shown(world, customer)
  })
}

function getLiving(world: World, path: Record<string, string>) {
  const customer = fromPath(world, 'customer', path)
  if (isDeleted(world, customer.id)) throw noSuch('customer', customer.id)
  return customer
}

export function isDeleted(world: World, customerId: string): boolean {
  return world.store.hidden('customer', customerId).isDeleted
}

function withoutUnset<T extends object>(given: T) {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
}
