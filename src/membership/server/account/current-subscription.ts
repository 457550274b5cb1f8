import Stripe from 'stripe'
import { findSubscriptions } from '#app/membership/server/membership.queries.ts'
import { pickSubscription } from '#app/membership/server/membership.rules.ts'
import type { SubscriptionRow } from '#app/membership/server/subscription/subscriptions.queries.ts'
import { syncSubscription } from '#app/membership/server/subscription/sync.ts'
import type { AppContext } from '#app/server/context.ts'
import { isUnknownToProvider, paymentCall } from '#app/server/payments.ts'
import { Problem } from '#app/server/problem.ts'
import type { ProviderState } from './actions.rules.ts'

/** Clicks closer together than this share one idempotency key. */
const ONE_CLICK_MS = 30_000

export type CurrentSubscription = {
  row: SubscriptionRow
  /** As the provider has it now, because our row may be out of date. Its latest invoice is expanded. */
  live: Stripe.Subscription
  state: ProviderState
}

/** The user's own subscription; no request can name another. */
export async function findCurrentSubscription(
  ctx: AppContext,
  userId: string,
): Promise<SubscriptionRow | undefined> {
  return pickSubscription(await findSubscriptions(ctx.db, userId))
}

/**
 * The user's subscription as the provider has it. Throws 409 when there is none, or the provider
 * has lost it.
 */
export async function getCurrentSubscription(
  ctx: AppContext,
  userId: string,
): Promise<CurrentSubscription> {
  const row = await findCurrentSubscription(ctx, userId)
  if (!row) throw new Problem(409, 'no-subscription', 'There is no membership on this account.')
  const live = await callProvider(ctx, row, () =>
    ctx.payments.stripe.subscriptions.retrieve(row.id, { expand: ['latest_invoice'] }),
  )
  return { row, live, state: stateOf(live) }
}

function stateOf(live: Stripe.Subscription): ProviderState {
  return {
    status: live.status,
    isEnding: live.cancel_at_period_end || live.cancel_at !== null,
    isUnpaidYet: draftInvoiceOf(live) !== undefined,
  }
}

/**
 * The draft invoice of a period that has just begun. The provider keeps it for an hour before it
 * charges, and cancelling at the period's end does not stop that. Needs the latest invoice expanded.
 */
export function draftInvoiceOf({ latest_invoice: invoice }: Stripe.Subscription) {
  if (typeof invoice !== 'object' || invoice?.status !== 'draft' || !invoice.id) return
  if (invoice.billing_reason !== 'subscription_cycle' || invoice.amount_due <= 0) return
  return { id: invoice.id, cents: invoice.amount_due }
}

/** Calls the provider about this subscription; throws 409 when it is unknown there. */
export async function callProvider<T>(
  ctx: AppContext,
  row: Pick<SubscriptionRow, 'id' | 'customerId'>,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await paymentCall(call)
  } catch (error) {
    if (isUnavailable(error)) throw unchanged(error)
    if (!isUnknownToProvider(error)) throw error
    const { id: subscriptionId, customerId } = row
    ctx.log.error(
      { err: error, subscriptionId, customerId },
      'the provider does not know this member',
    )
    throw new Problem(
      409,
      'unknown-to-provider',
      'Our payment provider cannot find this membership. Nothing has changed. Please write to our support and we will sort it out.',
    )
  }
}

/**
 * Changes the subscription at the provider and then syncs it: our row comes from that snapshot,
 * never from a guess. A refusal throws a Problem and leaves everything as it was.
 */
export async function changeAtProvider(
  ctx: AppContext,
  { row }: Pick<CurrentSubscription, 'row'>,
  { action, change }: { action: string; change: (once: Stripe.RequestOptions) => Promise<unknown> },
): Promise<void> {
  try {
    await callProvider(ctx, row, () => change({ idempotencyKey: keyOf(ctx, row, action) }))
  } catch (error) {
    throw await toProblem(ctx, { error, row, action })
  }
  await syncSubscription(ctx, row.id).catch((error: unknown) => {
    throw isUnavailable(error) ? notConfirmed(error) : error
  })
}

/**
 * Idempotency key: two clicks share it, and the same action gets another one later. Every snapshot
 * of the row changes the key, and so does time, because the provider repeats its answer to a key,
 * failures included.
 */
function keyOf(ctx: AppContext, row: SubscriptionRow, action: string): string {
  const moment = Math.floor(ctx.now().getTime() / ONE_CLICK_MS)
  return `${action} ${row.id} ${row.readNumber} ${moment}`
}

type Refusal = { error: unknown; row: SubscriptionRow; action: string }

async function toProblem(ctx: AppContext, { error, row, action }: Refusal): Promise<unknown> {
  if (isUnavailable(error)) return notConfirmed(error)
  if (!(error instanceof Stripe.errors.StripeError)) return error
  const { code, statusCode, requestId } = error
  const facts = { action, subscriptionId: row.id, code, status: statusCode, requestId }
  ctx.log.warn(facts, 'the provider refused')
  // It may have been refused because our row is out of date.
  await syncSubscription(ctx, row.id).catch((err: unknown) => {
    ctx.log.warn({ err, subscriptionId: row.id }, 'not read again after a refusal')
  })
  if (statusCode === 402) return declined(error)
  return new Problem(
    409,
    'refused',
    'Our payment provider did not accept this, so nothing has changed. Please reload the page and try again.',
  )
}

/** Messages about a card are the provider's own and meant for the cardholder. */
function declined(error: Stripe.errors.StripeError): Problem {
  const reason =
    error instanceof Stripe.errors.StripeCardError ? error.message : 'Your card was not charged.'
  return new Problem(
    402,
    'card-declined',
    `${reason} Nothing has changed. Please try another card.`,
  )
}

function isUnavailable(error: unknown): error is Problem {
  return error instanceof Problem && error.code === 'payments-unavailable'
}

/** The provider could not be reached before anything was done. */
function unchanged({ status, code, retryAfterSeconds = 5, reason }: Problem): Problem {
  return new Problem(
    status,
    code,
    'We cannot reach our payment provider right now. Your subscription has not been changed. Please try again in a moment.',
    { retryAfterSeconds, ...(reason && { reason }) },
  )
}

/** The provider did not answer: the change may still have been made. */
function notConfirmed({ status, code, retryAfterSeconds = 5, reason }: Problem): Problem {
  return new Problem(
    status,
    code,
    'We cannot reach our payment provider right now, so this may not have gone through. Please look again in a moment.',
    { retryAfterSeconds, ...(reason && { reason }) },
  )
}
