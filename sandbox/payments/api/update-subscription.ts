import type Stripe from 'stripe'
import { cardRefused, changePlan } from '#sandbox/payments/life/change-plan.ts'
import { collect, settle } from '#sandbox/payments/life/collecting.ts'
import { giveDiscount } from '#sandbox/payments/life/discounts.ts'
import { trialLine } from '#sandbox/payments/life/invoice-lines.ts'
import { draftInvoice, finalizeInvoice } from '#sandbox/payments/life/invoices.ts'
import { setPause } from '#sandbox/payments/life/pausing.ts'
import { change } from '#sandbox/payments/life/record.ts'
import {
  explainCancellation,
  hasEnded,
  scheduleTurn,
} from '#sandbox/payments/life/subscription-state.ts'
import { beginPeriod, planCancellation } from '#sandbox/payments/life/subscriptions.ts'
import { itemOf } from '#sandbox/payments/objects/subscription.ts'
import { invalid, noSuch } from '#sandbox/payments/provider-error.ts'
import { DAY } from '#sandbox/payments/store/clock.ts'
import { newId } from '#sandbox/payments/store/ids.ts'
import type { World } from '#sandbox/payments/world.ts'
import { usableCoupon } from './coupons.routes.ts'
import { mergeMetadata } from './params.ts'
import { type SubscriptionChange, wantedItem } from './subscription-params.ts'

/** Applies every change of a subscription that the API supports, in one call. */
export function updateSubscription(
  world: World,
  subscription: Stripe.Subscription,
  params: SubscriptionChange,
): Stripe.Subscription {
  const { id } = subscription
  if (hasEnded(subscription)) refuseUnlessHarmless(params)
  changeFacts(world, subscription, params)
  if (params.pause_collection !== undefined) {
    const pause = params.pause_collection
    setPause(world, id, pause && { behavior: pause.behavior, resumesAt: pause.resumes_at ?? null })
  }
  if (params.items) {
    const { price, quantity } = wantedItem(world, subscription, params.items)
    changePlan(
      world,
      id,
      {
        price,
        quantity,
        prorationBehavior: params.proration_behavior ?? 'create_prorations',
        at: params.proration_date ?? world.clock.seconds(),
        discountsBefore: subscription.discounts as string[],
      },
      params.payment_behavior ?? 'allow_incomplete',
    )
  }
  if (params.trial_end === 'now') endTrialNow(world, id, params)
  else if (params.trial_end !== undefined) moveTrialEnd(world, subscription, params)
  return world.store.get('subscription', id)
}

function refuseUnlessHarmless({
  expand: _,
  metadata: __,
  cancellation_details: ___,
  ...rest
}: SubscriptionChange) {
  if (Object.values(rest).every((value) => value === undefined)) return
  throw invalid('A canceled subscription can only update its cancellation_details and metadata.')
}

/** Changes that involve no money. */
function changeFacts(world: World, before: Stripe.Subscription, params: SubscriptionChange): void {
  const card = params.default_payment_method
  if (card && world.store.find('payment_method', card)?.customer !== before.customer) {
    throw noSuch('PaymentMethod', card, 'default_payment_method')
  }
  const discounts = wantedDiscounts(world, before, params.discounts)
  const after = change(
    world,
    'subscription',
    before.id,
    (draft) => {
      if (card !== undefined) draft.default_payment_method = card
      if (params.description !== undefined) draft.description = params.description
      if (discounts !== undefined) draft.discounts = discounts
      draft.metadata = mergeMetadata(draft.metadata, params.metadata)
      applyCancellation(world, draft, params)
      if (params.cancellation_details) {
        const { comment, feedback } = params.cancellation_details
        explainCancellation(draft, draft.cancellation_details?.reason ?? null, {
          ...(comment === undefined ? {} : { comment }),
          ...(feedback === undefined ? {} : { feedback }),
        })
      }
    },
    'customer.subscription.updated',
  )
  if (!hasEnded(after)) scheduleTurn(world, after)
}

/**
 * `cancel_at_period_end: false` only reverts `true`; a date set separately, as the portal does, is cleared by
 * an empty `cancel_at`.
 */
function applyCancellation(
  world: World,
  draft: Stripe.Subscription,
  { cancel_at: cancelAt, cancel_at_period_end: isAtPeriodEnd }: SubscriptionChange,
): void {
  const now = world.clock.seconds()
  const { current_period_end: periodEnd } = itemOf(draft)
  if (cancelAt != null && isAtPeriodEnd !== undefined) {
    throw invalid(
      'You may only specify one of these parameters: cancel_at, cancel_at_period_end.',
      'cancel_at',
    )
  }
  if (isAtPeriodEnd === true && !draft.cancel_at_period_end) {
    planCancellation(draft, { cancelAt: periodEnd, isAtPeriodEnd, now })
  } else if (isAtPeriodEnd === false && draft.cancel_at_period_end) {
    planCancellation(draft, { cancelAt: null, isAtPeriodEnd, now })
  }
  if (cancelAt === undefined || (cancelAt === null && draft.cancel_at === null)) return
  const at = typeof cancelAt === 'string' ? periodEnd : cancelAt
  if (at !== null && at <= now) {
    throw invalid('The `cancel_at` timestamp must be in the future.', 'cancel_at')
  }
  planCancellation(draft, { cancelAt: at, isAtPeriodEnd: false, now })
}

/** The requested discounts; undefined leaves them unchanged. */
function wantedDiscounts(
  world: World,
  subscription: Stripe.Subscription,
  given: SubscriptionChange['discounts'],
): string[] | undefined {
  if (given === undefined) return
  return (given ?? []).map(({ coupon, discount }, index) => {
    if (discount !== undefined && subscription.discounts.includes(discount)) return discount
    if (coupon === undefined) {
      throw noSuch('discount', discount ?? '', `discounts[${index}][discount]`)
    }
    usableCoupon(world, coupon, `discounts[${index}][coupon]`)
    return giveDiscount(world, subscription, coupon, null)
  })
}

/** Starts the first period and charges it at once, without the usual hour as a draft. */
function endTrialNow(world: World, subscriptionId: string, params: SubscriptionChange): void {
  if (world.store.get('subscription', subscriptionId).status !== 'trialing') return
  const { invoiceId } = beginPeriod(world, subscriptionId, 'subscription_update')
  finalizeInvoice(world, invoiceId)
  const verdict = collect(world, invoiceId)
  if (verdict && params.payment_behavior === 'error_if_incomplete') throw cardRefused(verdict)
}

/**
 * Moves the end of a trial, or extends a paid period by a trial, as shops do to give days for free. The
 * latter creates an invoice of zero at once, and prorations only on request.
 */
function moveTrialEnd(
  world: World,
  { id, status }: Stripe.Subscription,
  { trial_end: trialEnd, proration_behavior: proration }: SubscriptionChange,
): void {
  const now = world.clock.seconds()
  if (typeof trialEnd !== 'number') return
  if (!['trialing', 'active'].includes(status) || trialEnd <= now || trialEnd > now + LONGEST) {
    throw invalid(
      'The sandbox moves the end of a trial or of a paid period, into the future and by two years at most.',
      'trial_end',
    )
  }
  if (status === 'active' && proration !== 'none') {
    throw invalid('The sandbox gives days on top of what is paid without prorations only.')
  }
  const invoiceId = newId('in')
  const moved = change(
    world,
    'subscription',
    id,
    (draft) => {
      if (draft.status === 'active') {
        draft.status = 'trialing'
        draft.trial_start = now
        draft.latest_invoice = invoiceId
      }
      draft.trial_end = trialEnd
      draft.billing_cycle_anchor = trialEnd
      // A cancellation at the end of the period moves with it.
      if (draft.cancel_at_period_end) draft.cancel_at = trialEnd
      itemOf(draft).current_period_end = trialEnd
    },
    'customer.subscription.updated',
  )
  if (status === 'active') {
    draftInvoice(world, {
      id: invoiceId,
      reason: 'subscription_update',
      subscription: moved,
      lines: [trialLine(world, moved, { start: now, end: trialEnd })],
      periodStart: now,
      periodEnd: now,
    })
    finalizeInvoice(world, invoiceId)
    settle(world, invoiceId)
  }
  scheduleTurn(world, moved)
}

const LONGEST = 730 * DAY
