import type Stripe from 'stripe'
import { itemOf } from '#sandbox/payments/objects/subscription.ts'
import type { Attempt, Card } from '#sandbox/payments/processor.ts'
import type { World } from '#sandbox/payments/world.ts'
import { attachCard, makeDefaultCard, takeCard } from './cards-on-file.ts'
import { openChallenge } from './challenges.ts'
import { declined } from './checkout.ts'
import { collect } from './collecting.ts'
import { confirmSetup } from './intents.ts'
import { invoicesOf } from './invoice-queries.ts'
import { change } from './record.ts'
import { hasEnded, scheduleTurn } from './subscription-state.ts'
import { planCancellation } from './subscriptions.ts'

/** A customer's subscriptions, newest first, including ended ones. */
export function subscriptionsIn(world: World, portalSessionId: string): Stripe.Subscription[] {
  const session = world.store.find('billing_portal.session', portalSessionId)
  if (!session) return []
  return world.store.list('subscription', { where: { customer: session.customer } })
}

/** A customer's invoices, newest first, without drafts. */
export function invoicesIn(world: World, portalSessionId: string): Stripe.Invoice[] {
  const session = world.store.find('billing_portal.session', portalSessionId)
  if (!session) return []
  return world.store
    .list('invoice', { where: { customer: session.customer } })
    .filter(({ status }) => status !== 'draft')
}

export function replaceCard(world: World, portalSessionId: string, card: Card): Attempt {
  const session = world.store.find('billing_portal.session', portalSessionId)
  const customer = session && world.store.find('customer', session.customer)
  if (!customer) return SESSION_OVER
  const taken = takeCard(world, card, customer.email)
  if ('refusal' in taken) return declined(taken.refusal)
  return tryNewCard(world, {
    portalSessionId,
    paymentMethodId: taken.paymentMethod.id,
    hasPassedChallenge: false,
  })
}

const SESSION_OVER = declined({
  code: 'session_expired',
  message: 'This session has expired. Go back to the shop to start again.',
})

/** Sets a new card as the default and charges everything still owed to it at once. */
export function tryNewCard(
  world: World,
  attempt: { portalSessionId: string; paymentMethodId: string; hasPassedChallenge: boolean },
): Attempt {
  const { portalSessionId, paymentMethodId, hasPassedChallenge } = attempt
  const session = world.store.get('billing_portal.session', portalSessionId)
  const customerId = session.customer
  const verdict = confirmSetup(world, { customerId, paymentMethodId }, { hasPassedChallenge })
  if (verdict && 'decline' in verdict) return declined(verdict.decline)
  if (verdict) {
    const challenge = { kind: 'portal' as const, portalSessionId, paymentMethodId, amount: 0 }
    return { kind: 'challenge', challengeId: openChallenge(world, challenge) }
  }
  attachCard(world, paymentMethodId, customerId)
  makeDefaultCard(world, paymentMethodId, customerId)
  for (const subscription of subscriptionsIn(world, portalSessionId)) {
    if (hasEnded(subscription)) continue
    for (const { id } of invoicesOf(world, subscription.id, ['open'])) {
      collect(world, id, { paymentMethodId, hasPassedChallenge })
    }
  }
  return { kind: 'done', redirectTo: wayBack(session) }
}

function wayBack(session: Stripe.BillingPortal.Session): string {
  return session.flow?.after_completion.redirect?.return_url ?? session.return_url ?? session.url
}

/**
 * Cancelling in the portal sets `cancel_at` and leaves `cancel_at_period_end` false, as for subscriptions in
 * flexible billing mode; shops that check only the flag miss it.
 */
export function cancelInPortal(world: World, portalSessionId: string): void {
  planInPortal(world, portalSessionId, (subscription) => itemOf(subscription).current_period_end)
}

export function uncancelInPortal(world: World, portalSessionId: string): void {
  planInPortal(world, portalSessionId, () => null)
}

function planInPortal(
  world: World,
  portalSessionId: string,
  cancelAt: (subscription: Stripe.Subscription) => number | null,
): void {
  const now = world.clock.seconds()
  for (const subscription of subscriptionsIn(world, portalSessionId)) {
    if (hasEnded(subscription)) continue
    const after = change(
      world,
      'subscription',
      subscription.id,
      (draft) => planCancellation(draft, { cancelAt: cancelAt(draft), isAtPeriodEnd: false, now }),
      'customer.subscription.updated',
    )
    scheduleTurn(world, after)
  }
}
