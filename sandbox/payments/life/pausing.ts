import type Stripe from 'stripe'
import { noSuch } from '#sandbox/payments/provider-error.ts'
import type { World } from '#sandbox/payments/world.ts'
import { voidInvoice } from './given-up-invoices.ts'
import { finalizeInvoice } from './invoices.ts'
import { change } from './record.ts'

/** How invoices are handled while payments are paused; the sandbox supports voiding only. */
export type Pause = { behavior: 'void'; resumesAt: number | null }

/** Pauses or resumes payments. Periods continue meanwhile, and nothing is owed for them. */
export function setPause(
  world: World,
  subscriptionId: string,
  pause: Pause | null,
): Stripe.Subscription {
  return change(
    world,
    'subscription',
    subscriptionId,
    (draft) => {
      draft.pause_collection = pause && { behavior: pause.behavior, resumes_at: pause.resumesAt }
    },
    'customer.subscription.updated',
  )
}

/** Toggles the pause, for the console. */
export function pausePayments(world: World, subscriptionId: string): void {
  const subscription = world.store.find('subscription', subscriptionId)
  if (!subscription) throw noSuch('subscription', subscriptionId)
  const isPausedNow = subscription.pause_collection !== null
  setPause(world, subscriptionId, isPausedNow ? null : { behavior: 'void', resumesAt: null })
}

export function isPaused(world: World, subscription: Stripe.Subscription): boolean {
  const pause = subscription.pause_collection
  return pause !== null && (pause.resumes_at === null || pause.resumes_at > world.clock.seconds())
}

/** Voids an invoice of a paused subscription instead of charging it. */
export function forgive(world: World, invoiceId: string): void {
  if (world.store.get('invoice', invoiceId).status === 'draft') finalizeInvoice(world, invoiceId)
  world.due.clear('invoice.collect', invoiceId)
  voidInvoice(world, invoiceId)
}
