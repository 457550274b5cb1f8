import { z } from 'zod'
import { attachCard, detachCard } from '#sandbox/payments/life/cards-on-file.ts'
import { findPaidCharge, refundCharge } from '#sandbox/payments/life/money-back.ts'
import { invalid, noSuch } from '#sandbox/payments/provider-error.ts'
import type { AddCall } from './calls.ts'
import { isDeleted } from './customers.routes.ts'
import { fromPath, listPage } from './lists.ts'
import {
  clearable,
  created,
  expandable,
  mergeMetadata,
  metadata,
  paged,
  positive,
  text,
} from './params.ts'

const Retrieve = z.strictObject(expandable)
const ListCards = z.strictObject({
  ...paged,
  customer: text().optional(),
  type: z.enum(['card']).optional(),
})
const Attach = z.strictObject({ ...expandable, customer: text() })
const ListByCustomer = z.strictObject({ ...paged, created, customer: text().optional() })
const ListOfPayment = z.strictObject({
  ...paged,
  created,
  charge: text().optional(),
  payment_intent: text().optional(),
})
const Refund = z.strictObject({
  ...expandable,
  amount: positive.optional(),
  charge: text().optional(),
  metadata: clearable(metadata).optional(),
  payment_intent: text().optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
})

export function paymentsRoutes(add: AddCall) {
  // The sandbox has no balance: this call only lets a client check its key.
  add('GET', '/balance', Retrieve, () => ({
    object: 'balance',
    available: [{ amount: 0, currency: 'usd', source_types: { card: 0 } }],
    livemode: false,
    pending: [{ amount: 0, currency: 'usd', source_types: { card: 0 } }],
  }))

  add('GET', '/payment_methods', ListCards, (world, { customer, type, ...paging }) =>
    listPage(world, 'payment_method', {
      url: '/v1/payment_methods',
      where: { customer: customer ?? NOBODY, type },
      paging,
    }),
  )
  add('GET', '/payment_methods/:id', Retrieve, (world, _, path) =>
    fromPath(world, 'payment_method', path, 'PaymentMethod'),
  )
  add('POST', '/payment_methods/:id/attach', Attach, (world, { customer }, path) => {
    const card = fromPath(world, 'payment_method', path, 'PaymentMethod')
    if (!world.store.find('customer', customer) || isDeleted(world, customer)) {
      throw noSuch('customer', customer, 'customer')
    }
    if (card.customer !== null && card.customer !== customer) {
      throw invalid('The payment method you provided has already been attached to a customer.')
    }
    attachCard(world, card.id, customer)
    return world.store.get('payment_method', card.id)
  })
  add('POST', '/payment_methods/:id/detach', Retrieve, (world, _, path) => {
    const card = fromPath(world, 'payment_method', path, 'PaymentMethod')
    if (card.customer === null) {
      throw invalid('The payment method you provided is not attached to a customer.')
    }
    return detachCard(world, card.id)
  })

  add('GET', '/payment_intents', ListByCustomer, (world, { customer, ...paging }) =>
    listPage(world, 'payment_intent', { url: '/v1/payment_intents', where: { customer }, paging }),
  )
  add('GET', '/payment_intents/:id', Retrieve, (world, _, path) =>
    fromPath(world, 'payment_intent', path),
  )
  add('GET', '/setup_intents/:id', Retrieve, (world, _, path) =>
    fromPath(world, 'setup_intent', path, 'setupintent'),
  )

  const ListCharges = z.strictObject({
    ...paged,
    created,
    customer: text().optional(),
    payment_intent: text().optional(),
  })
  add('GET', '/charges', ListCharges, (world, { customer, payment_intent, ...paging }) =>
    listPage(world, 'charge', { url: '/v1/charges', where: { customer, payment_intent }, paging }),
  )
  add('GET', '/charges/:id', Retrieve, (world, _, path) => fromPath(world, 'charge', path))

  add('POST', '/refunds', Refund, (world, params) => {
    const { charge: chargeId, payment_intent: intentId } = params
    if ((chargeId === undefined) === (intentId === undefined)) {
      throw invalid('One of the following params should be provided: payment_intent or charge.')
    }
    const id = chargeId ?? intentId ?? ''
    const charge = findPaidCharge(world, id)
    if (!charge) {
      if (intentId && world.store.find('payment_intent', intentId)) {
        throw invalid(
          `This PaymentIntent (${intentId}) does not have a successful charge to refund.`,
          'payment_intent',
        )
      }
      throw chargeId
        ? noSuch('charge', id, 'charge')
        : noSuch('payment_intent', id, 'payment_intent')
    }
    return refundCharge(world, {
      charge,
      amount: params.amount,
      reason: params.reason,
      metadata: mergeMetadata({}, params.metadata),
    })
  })
  add('GET', '/refunds', ListOfPayment, (world, { charge, payment_intent, ...paging }) =>
    listPage(world, 'refund', { url: '/v1/refunds', where: { charge, payment_intent }, paging }),
  )
  add('GET', '/refunds/:id', Retrieve, (world, _, path) => fromPath(world, 'refund', path))

  add('GET', '/disputes', ListOfPayment, (world, { charge, payment_intent, ...paging }) =>
    listPage(world, 'dispute', { url: '/v1/disputes', where: { charge, payment_intent }, paging }),
  )
  add('GET', '/disputes/:id', Retrieve, (world, _, path) => fromPath(world, 'dispute', path))
}

/** Without a customer the provider lists no cards. */
const NOBODY = 'nobody'
