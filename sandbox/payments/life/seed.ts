import type Stripe from 'stripe'
import { newCustomer } from '#sandbox/payments/objects/customer.ts'
import { newPrice } from '#sandbox/payments/objects/price.ts'
import { newProduct } from '#sandbox/payments/objects/product.ts'
import type { World } from '#sandbox/payments/world.ts'
import { catchUp } from './calendar.ts'
import { attachCard, takeCard } from './cards-on-file.ts'
import { collect } from './collecting.ts'
import { finalizeInvoice } from './invoices.ts'
import { startSubscription } from './subscriptions.ts'

/** A subscription to be seeded. */
export type SubscriptionDraft = {
  subscriptionId: string
  customerId: string
  email: string
  name?: string
  /** Defaults to now; everything due since then has happened. */
  startedAt?: Date
  price: {
    lookupKey: string
    productName: string
    /** In cents. */
    unitAmount: number
    currency: string
    interval: 'month' | 'year'
  }
}

/** Creates an active subscription, paid once with a valid card, unless it exists. Records no events. */
export function seedSubscription(world: World, draft: SubscriptionDraft): Stripe.Subscription {
  const known = world.store.find('subscription', draft.subscriptionId)
  if (known) return known
  catchUp(world)
  world.isQuiet = true
  try {
    const startedMs = draft.startedAt?.getTime() ?? world.clock.nowMs()
    world.store.transaction(() => world.clock.at(startedMs, () => makeSubscription(world, draft)))
    catchUp(world)
    return world.store.get('subscription', draft.subscriptionId)
  } finally {
    world.isQuiet = false
  }
}

function makeSubscription(world: World, draft: SubscriptionDraft): Stripe.Subscription {
  const { customerId, email, name } = draft
  const created = world.clock.seconds()
  if (!world.store.find('customer', customerId)) {
    const customer = newCustomer({ id: customerId, created, email, name: name ?? null })
    world.store.insert<'customer'>(customer, { isDeleted: false })
  }
  const expYear = new Date(world.clock.nowMs()).getUTCFullYear() + 3
  const number = '4242424242424242'
  const taken = takeCard(world, { number, expMonth: 12, expYear, cvc: '123' }, email)
  if ('refusal' in taken) throw new Error(taken.refusal.message)
  attachCard(world, taken.paymentMethod.id, customerId)
  const { invoice } = startSubscription(world, {
    id: draft.subscriptionId,
    customerId,
    paymentMethodId: taken.paymentMethod.id,
    price: priceFor(world, draft.price),
    quantity: 1,
    trialEnd: null,
    trialSettings: null,
    metadata: {},
    description: null,
    couponId: null,
    checkoutId: null,
  })
  finalizeInvoice(world, invoice.id)
  collect(world, invoice.id)
  return world.store.get('subscription', draft.subscriptionId)
}

function priceFor(world: World, draft: SubscriptionDraft['price']): Stripe.Price {
  const { lookupKey, unitAmount, currency, interval } = draft
  const where = { lookup_key: lookupKey, active: true }
  const [known] = world.store.list('price', { where, limit: 1 })
  if (known) return known
  const created = world.clock.seconds()
  const product = newProduct({ created, name: draft.productName })
  world.store.insert<'product'>(product)
  const recurring = { interval, intervalCount: 1 }
  const price = newPrice({
    created,
    currency,
    unitAmount,
    product: product.id,
    lookupKey,
    recurring,
  })
  return world.store.insert<'price'>(price)
}
