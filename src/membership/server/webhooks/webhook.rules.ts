import type Stripe from 'stripe'
import { idOf } from '#app/membership/server/provider.rules.ts'

/** What an event is about. It is only a hint: the object itself is read again. */
export type EventSubject =
  | { kind: 'checkout'; sessionId: string; hasFailed: boolean }
  | { kind: 'subscription'; subscriptionId: string }
  | { kind: 'invoice'; invoiceId: string; subscriptionId: string }
  | { kind: 'refund'; chargeId: string }
  | { kind: 'dispute'; chargeId: string; disputeId: string }
  | { kind: 'nothing' }

/** The events that the endpoint at the provider has to be subscribed to. */
export const EVENTS_WE_HEAR = [
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.trial_will_end',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'charge.refunded',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
] as const satisfies Array<Stripe.Event['type']>

const NOTHING: EventSubject = { kind: 'nothing' }

/**
 * Says what an event is about. Events come in any order and more than once, and most say nothing
 * that another one does not: `invoice.payment_succeeded` repeats `invoice.paid`, and
 * `payment_intent.*` and `charge.*` come before the subscription they belong to is there.
 */
export function subjectOf(event: Stripe.Event): EventSubject {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.expired':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
      return {
        kind: 'checkout',
        sessionId: event.data.object.id,
        hasFailed: event.type === 'checkout.session.async_payment_failed',
      }
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
    case 'customer.subscription.trial_will_end':
      return { kind: 'subscription', subscriptionId: event.data.object.id }
    case 'invoice.paid':
    case 'invoice.payment_failed':
    case 'invoice.payment_action_required':
      return subjectOfInvoice(event.data.object)
    case 'charge.refunded':
      return subjectOfCharge(event.data.object)
    case 'refund.updated':
    case 'refund.failed':
      return subjectOfRefund(event.data.object)
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
      return {
        kind: 'dispute',
        chargeId: idOf(event.data.object.charge) ?? '',
        disputeId: event.data.object.id,
      }
    default:
      return NOTHING
  }
}

/** The id of the object the event is about, for the log; null for one without an id. */
export function objectIdOf(event: Stripe.Event): string | null {
  const { id } = event.data.object as { id?: unknown }
  return typeof id === 'string' ? id : null
}

function subjectOfInvoice({ id, parent }: Stripe.Invoice): EventSubject {
  const subscriptionId = idOf(parent?.subscription_details?.subscription)
  return id && subscriptionId ? { kind: 'invoice', invoiceId: id, subscriptionId } : NOTHING
}

/** A charge without an intent does not belong to a subscription. */
function subjectOfCharge({ id, payment_intent }: Stripe.Charge): EventSubject {
  return payment_intent ? { kind: 'refund', chargeId: id } : NOTHING
}

/** Also for a refund that a bank has sent back: the charge is read again. */
function subjectOfRefund({ charge, payment_intent }: Stripe.Refund): EventSubject {
  const chargeId = idOf(charge)
  return chargeId && payment_intent ? { kind: 'refund', chargeId } : NOTHING
}
