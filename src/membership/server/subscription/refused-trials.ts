import type { Trx } from '#app/db/database.ts'
import type { AppContext } from '#app/server/context.ts'
import { isUnknownToProvider, paymentCall } from '#app/server/payments.ts'
import type { CheckoutRow } from './checkouts.queries.ts'
import type { ReadFacts } from './facts.ts'
import { findRefusedTrials } from './refused-trials.queries.ts'
import { refreshSubscription } from './sync-subscription.ts'
import { takeTrial } from './trials.ts'

/**
 * Whether this subscription began with a trial that its address or card has had before. Only what
 * we opened ourselves is judged.
 */
export async function isTrialRefused(
  trx: Trx,
  { facts, checkout, now }: { facts: ReadFacts; checkout: CheckoutRow | undefined; now: Date },
): Promise<boolean> {
  if (!checkout?.isTrial || !facts.trialEndsAt) return false
  if (checkout.status === 'trial-refused') return true
  // Who has joined already keeps what was begun: a card added later is no second trial.
  if (checkout.status === 'complete') return false
  const isFirst = await takeTrial(trx, {
    subscriptionId: facts.id,
    email: checkout.email ?? facts.email,
    cardFingerprint: facts.card?.fingerprint,
    startedAt: now,
  })
  return !isFirst
}

/**
 * Ends trials that were not the first one. Nothing has been charged for them; the page called them
 * free, so nothing ever is.
 */
export async function endRefusedTrials(ctx: AppContext, subscriptionId?: string): Promise<void> {
  for (const { id } of await findRefusedTrials(ctx.db, subscriptionId)) {
    await paymentCall(() => ctx.payments.stripe.subscriptions.cancel(id)).catch((error) => {
      if (!isUnknownToProvider(error)) throw error
    })
    await refreshSubscription(ctx, id)
  }
}
