import type Stripe from 'stripe'
import { invalid } from '#sandbox/payments/provider-error.ts'
import type { Kind, Kinds } from '#sandbox/payments/store/kinds.ts'
import type { World } from '#sandbox/payments/world.ts'

/** Fields that can be expanded from an id to the object. */
const BY_ID: Partial<Record<string, string[]>> = {
  'billing_portal.session': ['configuration'],
  charge: ['customer', 'payment_intent', 'balance_transaction'],
  'checkout.session': [
    'customer',
    'invoice',
    'payment_intent',
    'setup_intent',
    'subscription',
    'discounts.coupon',
  ],
  customer: ['invoice_settings.default_payment_method', 'default_source'],
  discount: ['customer', 'source.coupon'],
  dispute: ['charge', 'payment_intent'],
  invoice: [
    'customer',
    'default_payment_method',
    'discounts',
    'parent.subscription_details.subscription',
    'total_discount_amounts.discount',
  ],
  invoice_payment: ['invoice', 'payment.payment_intent', 'payment.charge'],
  line_item: [
    'discounts',
    'discount_amounts.discount',
    'subscription',
    'pricing.price_details.price',
  ],
  payment_intent: ['customer', 'latest_charge', 'payment_method'],
  payment_method: ['customer'],
  plan: ['product'],
  price: ['product'],
  product: ['default_price'],
  refund: ['charge', 'customer', 'payment_intent', 'payment_method', 'balance_transaction'],
  setup_intent: ['customer', 'payment_method', 'latest_attempt', 'mandate'],
  subscription: [
    'customer',
    'default_payment_method',
    'discounts',
    'latest_invoice',
    'pending_setup_intent',
    'schedule',
  ],
  subscription_item: ['discounts'],
}

type Node = Record<string, unknown>

/** Lists that appear only when expanded. */
const LISTS: Record<string, (world: World, id: string) => { url: string; data: unknown[] }> = {
  'checkout.session.line_items': (world, id) => ({
    url: `/v1/checkout/sessions/${id}/line_items`,
    data: world.store.hidden('checkout.session', id).lineItems,
  }),
  'invoice.payments': (world, id) => ({
    url: `/v1/invoice_payments?invoice=${id}`,
    data: world.store.list('invoice_payment', { where: { invoice: id } }),
  }),
  'charge.refunds': (world, id) => ({
    url: `/v1/charges/${id}/refunds`,
    data: world.store.list('refund', { where: { charge: id } }),
  }),
  'customer.subscriptions': (world, id) => ({
    url: `/v1/customers/${id}/subscriptions`,
    data: world.store
      .list('subscription', { where: { customer: id } })
      .filter(({ status }) => status !== 'canceled'),
  }),
}

const DEEPEST = 4

/** Expands ids to objects in a copy, as `expand[]` asks. */
export function expandAnswer<T extends object>(world: World, answer: T, paths: string[] = []): T {
  const expanded = structuredClone(answer)
  for (const path of paths) {
    const steps = path.split('.')
    if (steps.length > DEEPEST + (steps[0] === 'data' ? 1 : 0)) {
      throw invalid(
        `You cannot expand more than ${DEEPEST} levels of a property. Property: ${path}`,
        'expand',
      )
    }
    walk(world, expanded as Node, steps, { path, kind: kindOf(expanded as Node), within: [] })
  }
  return expanded
}

type Place = { path: string; kind: string; within: string[] }

function walk(world: World, node: Node, [step, ...rest]: string[], place: Place): void {
  if (step === undefined) return
  const within = [...place.within, step]
  const name = within.join('.')
  const list = LISTS[`${place.kind}.${name}`]
  if (list && node[step] === undefined) {
    const { url, data } = list(world, node.id as string)
    node[step] = { object: 'list', data, has_more: false, url }
  }
  const isById = BY_ID[place.kind]?.includes(name) ?? false
  if (!(step in node) || (rest.length === 0 && !isById && !list)) {
    throw invalid(`This property cannot be expanded (${place.path}).`, 'expand')
  }
  if (isById) node[step] = mapEach(node[step], (value) => resolve(world, value))
  mapEach(node[step], (value) => {
    if (value === null || typeof value !== 'object') return value
    const child = value as Node
    const isObject = typeof child.object === 'string'
    const next = isObject ? { kind: kindOf(child), within: [] } : { kind: place.kind, within }
    walk(world, child, rest, { ...place, ...next })
    return value
  })
}

function mapEach(value: unknown, work: (each: unknown) => unknown): unknown {
  return Array.isArray(value) ? value.map(work) : work(value)
}

function kindOf(node: Node): string {
  return String(node.object)
}

function resolve(world: World, value: unknown): unknown {
  if (typeof value !== 'string') return value
  const found = world.store.findAny(value)
  return found ? shown(world, found) : value
}

/** A deleted customer is a tombstone: id and `deleted`. */
export function shown(world: World, object: Kinds[Kind]): Kinds[Kind] | Stripe.DeletedCustomer {
  if (object.object !== 'customer') return object
  const { isDeleted } = world.store.hidden('customer', object.id)
  return isDeleted ? { id: object.id, object: 'customer', deleted: true } : object
}
