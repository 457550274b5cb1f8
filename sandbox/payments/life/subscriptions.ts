import type Stripe from 'stripe'
import { recurrenceOf } from '#sandbox/payments/objects/price.ts'
import { itemOf, newSubscription } from '#sandbox/payments/objects/subscription.ts'
import { DAY, nextPeriodEnd } from '#sandbox/payments/store/clock.ts'
import { newId } from '#sandbox/payments/store/ids.ts'
import type { World } from '#sandbox/payments/world.ts'
import { cardOnFile } from './cards-on-file.ts'
import { giveDiscount, isRunning, spendDiscount } from './discounts.ts'
import { periodLine, prorationLine, trialLine } from './invoice-lines.ts'
import { draftInvoice, scheduleCollection } from './invoices.ts'
import { change, record } from './record.ts'
import {
  endSubscription,
  explainCancellation,
  hasEnded,
  scheduleTurn,
  setStatus,
} from './subscription-state.ts'

const TRIAL_ENDS_SOON = 3 * DAY

type Draft = {
  id?: string
  customerId: string
  paymentMethodId: string
  price: Stripe.Price
  quantity: number
  trialEnd: number | null
  trialSettings: Stripe.Subscription.TrialSettings | null
  metadata: Stripe.Metadata
  description: string | null
  couponId: string | null
  checkoutId: string | null
}

/** Creates a subscription and a draft of its first invoice, which is zero for a trial. */
export function startSubscription(
  world: World,
  draft: Draft,
): { subscriptionId: string; invoice: Stripe.Invoice } {
  const now = world.clock.seconds()
  const end = draft.trialEnd ?? nextPeriodEnd(now, now, recurrenceOf(draft.price))
  const subscription = newSubscription({ ...draft, created: now, periodStart: now, periodEnd: end })
  if (draft.couponId) {
    subscription.discounts = [giveDiscount(world, subscription, draft.couponId, draft.checkoutId)]
  }
  const invoiceId = newId('in')
  subscription.latest_invoice = invoiceId
  world.store.insert<'subscription'>(subscription, { prorations: [], pendingChange: null })
  record(world, 'customer.subscription.created', subscription)

  const period = { start: now, end }
  const line = draft.trialEnd
    ? trialLine(world, subscription, period)
    : periodLine(world, subscription, period)
  const invoice = draftInvoice(world, {
    id: invoiceId,
    reason: 'subscription_create',
    subscription,
    lines: [line],
    periodStart: now,
    periodEnd: now,
  })
  spendDiscount(world, subscription.id)
  scheduleTurn(world, subscription)
  if (draft.trialEnd) warnOfTrialEnd(world, subscription.id, draft.trialEnd)
  return { subscriptionId: subscription.id, invoice }
}

/** Schedules the event three days ahead, or at once for a shorter trial. */
function warnOfTrialEnd(world: World, subscriptionId: string, trialEnd: number): void {
  const at = Math.max(world.clock.seconds(), trialEnd - TRIAL_ENDS_SOON)
  world.due.set('subscription.trial-will-end', subscriptionId, at)
}

export function sayTrialWillEnd(world: World, subscriptionId: string): void {
  const subscription = world.store.get('subscription', subscriptionId)
  if (subscription.status === 'trialing') {
    record(world, 'customer.subscription.trial_will_end', subscription)
  }
}

/** Runs the due transition of a subscription: a trial or period ends, or a cancellation takes effect. */
export function turnSubscription(world: World, subscriptionId: string): void {
  const now = world.clock.seconds()
  const subscription = world.store.get('subscription', subscriptionId)
  if (hasEnded(subscription)) return
  if (subscription.cancel_at !== null && subscription.cancel_at <= now) {
    endSubscription(world, subscriptionId, 'cancellation_requested')
  } else if (itemOf(subscription).current_period_end > now) {
    scheduleTurn(world, subscription)
  } else if (subscription.status === 'trialing' && !cardOnFile(world, subscription)) {
    endTrialWithoutCard(world, subscription)
  } else {
    const { invoiceId } = beginPeriod(world, subscriptionId, 'subscription_cycle')
    scheduleCollection(world, invoiceId)
  }
}

function endTrialWithoutCard(world: World, subscription: Stripe.Subscription): void {
  const wish = subscription.trial_settings?.end_behavior.missing_payment_method
  if (wish === 'cancel') {
    endSubscription(world, subscription.id, 'payment_failed')
  } else if (wish === 'pause') {
    record(world, 'customer.subscription.paused', setStatus(world, subscription.id, 'paused'))
  } else {
    const { invoiceId } = beginPeriod(world, subscription.id, 'subscription_cycle')
    scheduleCollection(world, invoiceId)
  }
}

/** Starts the next period at the end of the last one, or now if a trial is cut short. */
export function beginPeriod(
  world: World,
  subscriptionId: string,
  reason: Stripe.Invoice.BillingReason,
): { invoiceId: string } {
  const now = world.clock.seconds()
  const before = itemOf(world.store.get('subscription', subscriptionId))
  const invoiceId = newId('in')
  const subscription = change(
    world,
    'subscription',
    subscriptionId,
    (draft) => {
      const item = itemOf(draft)
      const start = Math.min(item.current_period_end, now)
      if (draft.status === 'trialing') {
        draft.status = 'active'
        draft.trial_end = start
        draft.billing_cycle_anchor = start
      }
      item.current_period_start = start
      item.current_period_end = nextPeriodEnd(
        draft.billing_cycle_anchor,
        start,
        recurrenceOf(item.price),
      )
      draft.latest_invoice = invoiceId
      draft.discounts = draft.discounts.filter((id) => isRunning(world, id as string, start))
    },
    'customer.subscription.updated',
  )
  const item = itemOf(subscription)
  const period = { start: item.current_period_start, end: item.current_period_end }
  const hidden = world.store.hidden('subscription', subscriptionId)
  draftInvoice(world, {
    id: invoiceId,
    reason,
    subscription,
    lines: [
      ...hidden.prorations.map((each) => prorationLine(world, subscription, each)),
      periodLine(world, subscription, period),
    ],
    periodStart: before.current_period_start,
    periodEnd: period.start,
  })
  world.store.saveHidden('subscription', subscriptionId, { ...hidden, prorations: [] })
  spendDiscount(world, subscriptionId)
  scheduleTurn(world, subscription)
  return { invoiceId }
}

/** Schedules a cancellation or, with `null`, reverts it. Times in seconds. */
export function planCancellation(
  subscription: Stripe.Subscription,
  {
    cancelAt,
    isAtPeriodEnd,
    now,
  }: { cancelAt: number | null; isAtPeriodEnd: boolean; now: number },
): void {
  subscription.cancel_at = cancelAt
  subscription.cancel_at_period_end = isAtPeriodEnd
  subscription.canceled_at = cancelAt === null ? null : now
  explainCancellation(subscription, cancelAt === null ? null : 'cancellation_requested')
}
