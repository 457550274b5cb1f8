import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { objectIdOf, subjectOf } from './webhook.rules.ts'

const event = (type: string, object: object) =>
  ({ id: 'evt_1', type, data: { object } }) as unknown as Stripe.Event

const invoice = { id: 'in_1', parent: { subscription_details: { subscription: 'sub_1' } } }

test.each([
  ['checkout.session.completed', { id: 'cs_1' }, { kind: 'checkout', hasFailed: false }],
  ['checkout.session.async_payment_failed', { id: 'cs_1' }, { kind: 'checkout', hasFailed: true }],
  ['customer.subscription.deleted', { id: 'sub_1' }, { subscriptionId: 'sub_1' }],
  ['invoice.paid', invoice, { kind: 'invoice', invoiceId: 'in_1', subscriptionId: 'sub_1' }],
  [
    'invoice.payment_failed',
    { ...invoice, parent: { subscription_details: { subscription: { id: 'sub_2' } } } },
    { kind: 'invoice', subscriptionId: 'sub_2' },
  ],
  [
    'charge.refunded',
    { id: 'ch_1', payment_intent: 'pi_1', amount_refunded: 500 },
    { kind: 'refund', chargeId: 'ch_1' },
  ],
  [
    'refund.failed',
    { id: 're_1', charge: 'ch_1', payment_intent: 'pi_1', status: 'failed' },
    { kind: 'refund', chargeId: 'ch_1' },
  ],
  [
    'charge.dispute.created',
    { id: 'du_1', charge: 'ch_1' },
    { kind: 'dispute', chargeId: 'ch_1', disputeId: 'du_1' },
  ],
])('%s is about what it names', (type, object, concern) => {
  expect(subjectOf(event(type, object))).toMatchObject(concern)
})

test.each([
  ['says again what another event says', 'invoice.payment_succeeded', invoice],
  ['comes before there is anything to apply it to', 'payment_intent.succeeded', { id: 'pi_1' }],
  ['is about an invoice of no subscription', 'invoice.paid', { id: 'in_1', parent: null }],
  ['is about an invoice as older versions wrote it', 'invoice.paid', { id: 'in_1' }],
  ['is about a charge without an intent', 'charge.refunded', { id: 'ch_1', payment_intent: null }],
  ['is of a kind nobody has heard of', 'membership.of_the_future', { id: 'x_1' }],
])('nothing follows from an event that %s', (_why, type, object) => {
  expect(subjectOf(event(type, object))).toEqual({ kind: 'nothing' })
})

test('an object without an id is no reason to fail', () => {
  expect([objectIdOf(event('balance.available', {})), objectIdOf(event('x', { id: 7 }))]).toEqual([
    null,
    null,
  ])
})
