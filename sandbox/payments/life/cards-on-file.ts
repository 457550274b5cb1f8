import type Stripe from 'stripe'
import { newPaymentMethod } from '#sandbox/payments/objects/payment-method.ts'
import type { Card } from '#sandbox/payments/processor.ts'
import { type Decline, readCard } from '#sandbox/payments/test-cards.ts'
import type { World } from '#sandbox/payments/world.ts'
import { change, record } from './record.ts'

/** Creates a payment method, not yet attached to a customer, from a typed card, or refuses the card. */
export function takeCard(
  world: World,
  card: Card,
  email: string | null,
): { paymentMethod: Stripe.PaymentMethod; refusal?: never } | { refusal: Decline } {
  const read = readCard(card, new Date(world.clock.nowMs()))
  if (read.refusal) return { refusal: read.refusal }
  const paymentMethod = world.store.insert<'payment_method'>(
    newPaymentMethod(read.card, { email, created: world.clock.seconds() }),
    { behavior: read.card.behavior, hasPassedChallenge: false },
  )
  return { paymentMethod }
}

/** The bank's decision; undefined means approval. */
export type Verdict = { decline: Decline } | { challenge: true } | undefined

/** Asks the bank for its decision, without charging. */
export function askBank(
  world: World,
  paymentMethodId: string,
  use: 'atSetup' | 'atCharge',
  { hasPassedChallenge }: { hasPassedChallenge: boolean },
): Verdict {
  const card = world.store.hidden('payment_method', paymentMethodId)
  const { behavior } = card
  const isKnown = hasPassedChallenge || (behavior.challenge === 'once' && card.hasPassedChallenge)
  if (behavior.challenge !== 'never' && !isKnown) return { challenge: true }
  const decline = behavior[use]
  return decline ? { decline } : undefined
}

/** Attaches a card to a customer: from now on it may be charged off session. */
export function attachCard(world: World, paymentMethodId: string, customerId: string): void {
  change(
    world,
    'payment_method',
    paymentMethodId,
    (card) => {
      card.customer = customerId
    },
    'payment_method.attached',
  )
}

export function rememberChallengePassed(world: World, paymentMethodId: string): void {
  const hidden = world.store.hidden('payment_method', paymentMethodId)
  world.store.saveHidden('payment_method', paymentMethodId, { ...hidden, hasPassedChallenge: true })
}

export function detachCard(world: World, paymentMethodId: string): Stripe.PaymentMethod {
  const before = world.store.get('payment_method', paymentMethodId)
  const detached = change(world, 'payment_method', paymentMethodId, (card) => {
    card.customer = null
  })
  record(world, 'payment_method.detached', detached, { customer: before.customer })
  return detached
}

/** The card that invoices of this subscription are charged to; null if there is none. */
export function cardOnFile(world: World, subscription: Stripe.Subscription): string | null {
  const own = subscription.default_payment_method
  const customer = world.store.find('customer', subscription.customer as string)
  const candidates = [own, customer?.invoice_settings.default_payment_method]
  for (const id of candidates) {
    if (typeof id !== 'string') continue
    if (world.store.find('payment_method', id)?.customer === subscription.customer) return id
  }
  return null
}

/** Makes a card the default of the customer's subscriptions and invoices. */
export function makeDefaultCard(world: World, paymentMethodId: string, customerId: string): void {
  change(
    world,
    'customer',
    customerId,
    (customer) => {
      customer.invoice_settings.default_payment_method = paymentMethodId
    },
    'customer.updated',
  )
  for (const { id, status } of world.store.list('subscription', {
    where: { customer: customerId },
  })) {
    if (status !== 'canceled') setSubscriptionCard(world, id, paymentMethodId)
  }
}

export function setSubscriptionCard(
  world: World,
  subscriptionId: string,
  paymentMethodId: string,
): void {
  change(
    world,
    'subscription',
    subscriptionId,
    (subscription) => {
      subscription.default_payment_method = paymentMethodId
    },
    'customer.subscription.updated',
  )
}
