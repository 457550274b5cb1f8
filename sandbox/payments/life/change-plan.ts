import type Stripe from 'stripe'
import { itemOf } from '#sandbox/payments/objects/subscription.ts'
import { ProviderError } from '#sandbox/payments/provider-error.ts'
import { HOUR } from '#sandbox/payments/store/clock.ts'
import { newId } from '#sandbox/payments/store/ids.ts'
import type { World } from '#sandbox/payments/world.ts'
import { collect } from './collecting.ts'
import { voidInvoice } from './given-up-invoices.ts'
import { draftInvoice, finalizeInvoice } from './invoices.ts'
import { change } from './record.ts'
import { scheduleTurn } from './subscription-state.ts'
import { type PlanChange, type PlannedChange, workOutChange } from './work-out-change.ts'

type PaymentBehavior = 'allow_incomplete' | 'error_if_incomplete' | 'pending_if_incomplete'

const PENDING_SECONDS = 23 * HOUR

/** Changes the plan; `behavior` decides what happens if the payment fails. */
export function changePlan(
  world: World,
  subscriptionId: string,
  wish: PlanChange,
  behavior: PaymentBehavior,
): void {
  const before = world.store.get('subscription', subscriptionId)
  const planned = workOutChange(world, before, wish)
  if (behavior === 'pending_if_incomplete' && planned.lines.length > 0) {
    changeWhenPaid(world, before, wish, planned)
    return
  }

  const invoiceId = planned.lines.length > 0 ? newId('in') : null
  const subscription = change(
    world,
    'subscription',
    subscriptionId,
    (draft) => {
      draft.items = planned.after.items
      draft.billing_cycle_anchor = planned.after.billing_cycle_anchor
      if (invoiceId) draft.latest_invoice = invoiceId
    },
    'customer.subscription.updated',
  )
  scheduleTurn(world, subscription)
  if (!invoiceId) {
    const hidden = world.store.hidden('subscription', subscriptionId)
    world.store.saveHidden('subscription', subscriptionId, {
      ...hidden,
      prorations: [...hidden.prorations, ...planned.prorations],
    })
    return
  }
  invoiceChange(world, invoiceId, planned)
  const verdict = collect(world, invoiceId)
  if (verdict && behavior === 'error_if_incomplete') throw cardRefused(verdict)
}

function changeWhenPaid(
  world: World,
  before: Stripe.Subscription,
  wish: PlanChange,
  planned: PlannedChange,
): void {
  const invoiceId = newId('in')
  const hidden = world.store.hidden('subscription', before.id)
  world.store.saveHidden('subscription', before.id, {
    ...hidden,
    pendingChange: {
      invoiceId,
      priceId: wish.price.id,
      quantity: wish.quantity,
      period: planned.period,
    },
  })
  invoiceChange(world, invoiceId, planned)
  if (!collect(world, invoiceId, { isOptional: true })) return

  const expiresAt = world.clock.seconds() + PENDING_SECONDS
  change(
    world,
    'subscription',
    before.id,
    (draft) => {
      draft.latest_invoice = invoiceId
      draft.pending_update = {
        billing_cycle_anchor: planned.period?.start ?? null,
        cancel_at_period_end: null,
        discount: null,
        discounts: null,
        expires_at: expiresAt,
        metadata: null,
        subscription_items: [itemOf(planned.after)],
        trial_end: null,
        trial_from_plan: null,
      }
    },
    'customer.subscription.updated',
  )
  world.due.set('subscription.drop-pending-change', before.id, expiresAt)
}

/** The pending change expires: its invoice was not paid in time. */
export function dropPendingChange(world: World, subscriptionId: string): void {
  const hidden = world.store.hidden('subscription', subscriptionId)
  if (!hidden.pendingChange) return
  world.store.saveHidden('subscription', subscriptionId, { ...hidden, pendingChange: null })
  voidInvoice(world, hidden.pendingChange.invoiceId)
  const dropped = change(world, 'subscription', subscriptionId, (draft) => {
    draft.pending_update = null
  })
  world.log.debug({ subscription: dropped.id }, 'a pending change of plan expired')
}

function invoiceChange(world: World, invoiceId: string, { after, lines, period }: PlannedChange) {
  const now = world.clock.seconds()
  draftInvoice(world, {
    id: invoiceId,
    reason: 'subscription_update',
    subscription: after,
    lines,
    periodStart: period?.start ?? now,
    periodEnd: now,
  })
  finalizeInvoice(world, invoiceId)
}

/** The error of a call whose payment failed. */
export function cardRefused(verdict: NonNullable<ReturnType<typeof collect>>): ProviderError {
  if ('challenge' in verdict) {
    return new ProviderError(402, {
      type: 'card_error',
      code: 'subscription_payment_intent_requires_action',
      message:
        'Payment for this subscription requires additional user action before it can be ' +
        'completed successfully.',
    })
  }
  const { code, declineCode, message } = verdict.decline
  return new ProviderError(402, {
    type: 'card_error',
    code,
    message,
    ...(declineCode ? { decline_code: declineCode } : {}),
  })
}
