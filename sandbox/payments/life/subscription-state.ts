import type Stripe from 'stripe'
import { planOf } from '#sandbox/payments/objects/price.ts'
import { itemOf } from '#sandbox/payments/objects/subscription.ts'
import type { World } from '#sandbox/payments/world.ts'
import { stopCollecting } from './given-up-invoices.ts'
import { change } from './record.ts'

/** Schedules the next transition of a subscription. */
export function scheduleTurn(world: World, subscription: Stripe.Subscription): void {
  const { current_period_end: periodEnd } = itemOf(subscription)
  const at = Math.min(periodEnd, subscription.cancel_at ?? periodEnd)
  world.due.set('subscription.turn', subscription.id, at)
}

export function setStatus(
  world: World,
  subscriptionId: string,
  status: Stripe.Subscription.Status,
): Stripe.Subscription {
  return change(
    world,
    'subscription',
    subscriptionId,
    (subscription) => {
      subscription.status = status
    },
    'customer.subscription.updated',
  )
}

export function hasEnded({ status }: Stripe.Subscription): boolean {
  return status === 'canceled' || status === 'incomplete_expired'
}

/** Cancels a subscription at once; it is never charged again. */
export function endSubscription(
  world: World,
  subscriptionId: string,
  reason: Stripe.Subscription.CancellationDetails.Reason,
  details: { comment?: string | null; feedback?: string | null } = {},
): Stripe.Subscription {
  const now = world.clock.seconds()
  world.due.clear('subscription.turn', subscriptionId)
  world.due.clear('subscription.trial-will-end', subscriptionId)
  world.due.clear('subscription.drop-pending-change', subscriptionId)
  stopCollecting(world, subscriptionId)
  return change(
    world,
    'subscription',
    subscriptionId,
    (subscription) => {
      subscription.status = 'canceled'
      subscription.canceled_at ??= now
      subscription.ended_at = now
      subscription.pending_update = null
      explainCancellation(subscription, reason, details)
    },
    'customer.subscription.deleted',
  )
}

/** Sets why a subscription is cancelled; omitted values are kept. */
export function explainCancellation(
  subscription: Stripe.Subscription,
  reason: Stripe.Subscription.CancellationDetails.Reason | null,
  { comment, feedback }: { comment?: string | null; feedback?: string | null } = {},
): void {
  const before = subscription.cancellation_details
  subscription.cancellation_details = {
    comment: comment === undefined ? (before?.comment ?? null) : comment,
    feedback: (feedback === undefined
      ? (before?.feedback ?? null)
      : feedback) as Stripe.Subscription.CancellationDetails.Feedback | null,
    feedback_option: null,
    reason,
  }
}

/** Replaces the price of the subscription's single item. */
export function swapPrice(
  subscription: Stripe.Subscription,
  price: Stripe.Price,
  quantity: number,
): void {
  const item = itemOf(subscription)
  item.price = price
  item.plan = planOf(price)
  item.quantity = quantity
}

/** Applies the pending change of plan whose invoice has been paid. */
export function makePendingChange(world: World, subscriptionId: string, invoiceId: string): void {
  const hidden = world.store.hidden('subscription', subscriptionId)
  const pending = hidden.pendingChange
  if (pending?.invoiceId !== invoiceId) return
  world.store.saveHidden('subscription', subscriptionId, { ...hidden, pendingChange: null })
  world.due.clear('subscription.drop-pending-change', subscriptionId)
  const subscription = change(
    world,
    'subscription',
    subscriptionId,
    (draft) => {
      swapPrice(draft, world.store.get('price', pending.priceId), pending.quantity)
      if (pending.period) {
        const item = itemOf(draft)
        item.current_period_start = pending.period.start
        item.current_period_end = pending.period.end
        draft.billing_cycle_anchor = pending.period.start
      }
      draft.pending_update = null
      draft.latest_invoice = invoiceId
    },
    'customer.subscription.updated',
  )
  scheduleTurn(world, subscription)
}
