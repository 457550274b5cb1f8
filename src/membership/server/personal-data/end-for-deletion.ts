import Stripe from 'stripe'
import type { Trx } from '#app/db/database.ts'
import { draftInvoiceOf } from '#app/membership/server/account/current-subscription.ts'
import { recoverLostSessions } from '#app/membership/server/checkout/payment-page.ts'
import { settleCheckout } from '#app/membership/server/checkout/settle-checkout.ts'
import { isEndedStatus } from '#app/membership/server/membership.rules.ts'
import { refundInvoice, refundPaymentsOf } from '#app/membership/server/subscription/refunds.ts'
import {
  cancelAndReadSnapshot,
  type ProviderSnapshot,
  readSnapshot,
} from '#app/membership/server/subscription/snapshots.ts'
import {
  lockOwner,
  type SubscriptionRow,
} from '#app/membership/server/subscription/subscriptions.queries.ts'
import { applySnapshot, type ToCancel } from '#app/membership/server/subscription/sync.ts'
import type { AppContext } from '#app/server/context.ts'
import { paymentCall } from '#app/server/payments.ts'
import { Problem } from '#app/server/problem.ts'
import {
  endUnknown,
  findPaidSince,
  findUnended,
  findUnpaidCheckouts,
  unlinkCheckouts,
  unlinkSubscriptions,
} from './end-for-deletion.queries.ts'
import { findConsentIds, findUnclaimedIds } from './personal-data.queries.ts'

/** The snapshots once everything has been cancelled at the provider. */
export type Ended = {
  readings: ProviderSnapshot[]
  /** Rows of ours that the provider never had, such as those of the demo. */
  unknownIds: string[]
  /** Whether something was paid for meanwhile, and refunded. */
  isPaidBack: boolean
}

/** What one request has asked of the provider, over all its tries. */
type EndAttempt = { beganAt: Date; hasCancelled: boolean }

/**
 * Ends at once, at the provider, everything that could still cost this person money: expires open
 * payment pages and cancels memberships in any state. Idempotent. Throws 503 when the provider
 * fails, 409 when it has lost a membership. Some may have ended by then: the webhook records those.
 */
export async function endAtProvider(
  ctx: AppContext,
  userId: string,
  asked: EndAttempt,
): Promise<Ended> {
  try {
    await closePaymentPages(ctx, userId)
    const paidMeanwhile = await findPaidSince(ctx.db, { userId, since: asked.beganAt })
    const rows = await findUnended(ctx.db, userId)
    // All of them are read before any is ended, so that an unavailable provider ends none.
    const found: ProviderSnapshot[] = []
    const unknownIds: string[] = []
    for (const row of rows) {
      const live = await findLive(ctx, row)
      if (live) found.push(live)
      else unknownIds.push(row.id)
    }
    const readings: ProviderSnapshot[] = []
    for (const live of found) readings.push(await end(ctx, live, asked))
    // Paid at a page that another tab still had open: nothing of it can be used any more.
    for (const id of paidMeanwhile) await refundPaymentsOf(ctx, id, 'requested_by_customer')
    return { readings, unknownIds, isPaidBack: paidMeanwhile.length > 0 }
  } catch (error) {
    const isAway = error instanceof Problem && error.code === 'payments-unavailable'
    if (!isAway && !(error instanceof Stripe.errors.StripeError)) throw error
    ctx.log.error({ err: error, userId, ...asked }, 'an account was not deleted')
    throw notEnded(asked)
  }
}

export function notEnded({ hasCancelled }: Pick<EndAttempt, 'hasCancelled'>): Problem {
  return new Problem(
    503,
    'membership-not-ended',
    hasCancelled
      ? 'Your membership may have ended already, but your account was not deleted. Try again in a few minutes to finish.'
      : 'Your membership could not be ended just now, so your account was not deleted. Try again in a few minutes.',
    { retryAfterSeconds: 120 },
  )
}

/**
 * Expires open payment pages. One that is paid at this very moment is a membership like any other, and
 * cancelled after this; only what it has cost is refunded.
 */
async function closePaymentPages(ctx: AppContext, userId: string): Promise<void> {
  const unpaid = await findUnpaidCheckouts(ctx.db, userId)
  for (const { sessionId } of await recoverLostSessions(ctx, unpaid)) {
    if (!sessionId) continue
    await paymentCall(() => ctx.payments.stripe.checkout.sessions.expire(sessionId)).catch(
      (error: unknown) => {
        // It is not open any more; what became of it is read next.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
      },
    )
    await settleCheckout(ctx, sessionId)
  }
}

/** Undefined when the row never came from the provider. */
async function findLive(
  ctx: AppContext,
  { id, customerId, readNumber }: SubscriptionRow,
): Promise<ProviderSnapshot | undefined> {
  const reading = await readSnapshot(ctx, id)
  if (reading || Number(readNumber) === 0) return reading
  // Charges may go on somewhere, and without the account nobody could be told.
  ctx.log.error({ subscriptionId: id, customerId }, 'the provider does not know this member')
  throw new Problem(
    409,
    'unknown-to-provider',
    'Our payment provider cannot find your membership, so your account was not deleted. Please write to our support and we will sort it out.',
  )
}

/**
 * Cancels at once. The time left is not refunded here; a charge that is on its way is prevented, or
 * refunded. The answer to the cancellation is the snapshot, so nothing has to be read after it.
 */
async function end(
  ctx: AppContext,
  live: ProviderSnapshot,
  asked: EndAttempt,
): Promise<ProviderSnapshot> {
  const { subscription } = live
  if (isEndedStatus(subscription.status)) return live
  // Set even when no answer comes: the cancellation may have been done.
  asked.hasCancelled = true
  // Undefined when another tab has ended it meanwhile.
  const ended =
    (await cancelAndReadSnapshot(ctx, subscription.id)) ??
    (await readSnapshot(ctx, subscription.id))
  const draft = draftInvoiceOf(subscription)
  if (draft) await refundInvoice(ctx, draft.id, 'requested_by_customer')
  return ended ?? live
}

type Anonymised = {
  toCancel: ToCancel
  /** Consents under which they bought. */
  consentIds: string[]
  /** Ids of payments from the same address that have no account. */
  unclaimedIds: string[]
}

type Leaving = { userId: string; email: string; ended: Ended }

/**
 * Anonymises everything that is kept about payments, in the transaction that deletes the account
 * and after its locks. Returns undefined when something has begun meanwhile that is not ended: the
 * transaction must not be committed then.
 */
export async function anonymiseMembership(
  trx: Trx,
  ctx: AppContext,
  { userId, email, ended: { readings, unknownIds } }: Leaving,
): Promise<Anonymised | undefined> {
  await lockOwner(trx, userId)
  const toCancel: ToCancel = []
  for (const reading of readings) toCancel.push(...(await applySnapshot(trx, ctx, reading)))
  await endUnknown(trx, unknownIds, ctx.now())
  const hasMore =
    (await findUnended(trx, userId)).length > 0 ||
    (await findUnpaidCheckouts(trx, userId)).some(
      ({ status, sessionId }) => status === 'open' && sessionId !== null,
    )
  if (hasMore) return
  const consentIds = await findConsentIds(trx, userId)
  const unclaimedIds = await findUnclaimedIds(trx, email)
  await unlinkSubscriptions(trx, userId)
  await unlinkCheckouts(trx, userId, ctx.now())
  return { toCancel, consentIds, unclaimedIds }
}
