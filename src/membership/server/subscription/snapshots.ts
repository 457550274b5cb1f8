import type Stripe from 'stripe'
import type { AppContext } from '#app/server/context.ts'
import { isUnknownToProvider, paymentCall } from '#app/server/payments.ts'
import { type KnownSubscription, takeReadNumber } from './subscriptions.queries.ts'

/** A subscription as the provider had it at some moment; a later snapshot has a higher number. */
export type ProviderSnapshot = {
  number: number
  subscription: Stripe.Subscription
  /** Our row when the reading began; it may have been written since. */
  known: KnownSubscription | undefined
}

const EXPAND = ['customer', 'default_payment_method', 'latest_invoice']

type Slot = { running: Promise<unknown>; next?: Promise<ProviderSnapshot | undefined> }
const underWay = new WeakMap<AppContext['payments'], Map<string, Slot>>()

/**
 * Reads a subscription from the provider; undefined when it has none of this id. Coalesces: whoever
 * asks while a reading is under way shares the next one, because the running one may have begun before
 * the change they know of. A storm of events costs two readings instead of hundreds.
 */
export function readSnapshot(ctx: AppContext, id: string): Promise<ProviderSnapshot | undefined> {
  const slots = slotsOf(ctx)
  const slot = slots.get(id)
  if (!slot) return begin(ctx, id)
  slot.next ??= slot.running.then(
    () => begin(ctx, id),
    () => begin(ctx, id),
  )
  return slot.next
}

function begin(ctx: AppContext, id: string): Promise<ProviderSnapshot | undefined> {
  const slots = slotsOf(ctx)
  const reading = read(ctx, id).finally(() => {
    const slot = slots.get(id)
    if (slot?.running === reading && !slot.next) slots.delete(id)
  })
  slots.set(id, { running: reading })
  return reading
}

function slotsOf(ctx: AppContext): Map<string, Slot> {
  const slots = underWay.get(ctx.payments) ?? new Map<string, Slot>()
  underWay.set(ctx.payments, slots)
  return slots
}

async function read(ctx: AppContext, id: string): Promise<ProviderSnapshot | undefined> {
  const { subscriptions } = ctx.payments.stripe
  return ask(ctx, id, () => subscriptions.retrieve(id, { expand: EXPAND }))
}

/** Cancels a subscription at the provider at once; undefined when there is none of this id to cancel. */
export function cancelAndReadSnapshot(
  ctx: AppContext,
  id: string,
): Promise<ProviderSnapshot | undefined> {
  const { subscriptions } = ctx.payments.stripe
  return ask(ctx, id, () => subscriptions.cancel(id, { expand: EXPAND }))
}

/**
 * The number is taken before the provider is asked. Whoever hears of a change takes a higher
 * number than everybody before and reads after it, so the highest number has the final state.
 */
async function ask(
  ctx: AppContext,
  id: string,
  call: () => Promise<Stripe.Subscription>,
): Promise<ProviderSnapshot | undefined> {
  const { number, known } = await takeReadNumber(ctx.db, id)
  try {
    return { number, subscription: await paymentCall(call), known }
  } catch (error) {
    if (isUnknownToProvider(error)) return undefined
    throw error
  }
}
