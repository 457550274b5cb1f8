import type Stripe from 'stripe'
import { confirmAccount } from '#app/accounts/server/accounts.ts'
import type { Trx } from '#app/db/database.ts'
import { FINISH_MAIL_AFTER_MS } from '#app/membership/membership.facts.ts'
import { enqueueMembershipMail } from '#app/membership/server/mails/mails.ts'
import { idOf } from '#app/membership/server/provider.rules.ts'
import {
  type CheckoutRow,
  findCheckout,
  findCheckoutBySession,
  updateCheckout,
  updateLockedCheckout,
} from '#app/membership/server/subscription/checkouts.queries.ts'
import {
  type ProviderSnapshot,
  readSnapshot,
} from '#app/membership/server/subscription/snapshots.ts'
import { emailOrNull, readFacts } from '#app/membership/server/subscription/state.ts'
import { lockOwner } from '#app/membership/server/subscription/subscriptions.queries.ts'
import {
  applySnapshot,
  cancelMarked,
  markDuplicates,
  type ToCancel,
} from '#app/membership/server/subscription/sync.ts'
import type { AppContext } from '#app/server/context.ts'
import { isUnknownToProvider, paymentCall } from '#app/server/payments.ts'
import { enqueuePurchaseReport } from './purchases.ts'

/** What the provider says of a session of ours. */
export type SessionSnapshot = {
  checkoutId: string
  session: Stripe.Checkout.Session
  state: ReturnType<typeof stateOfSession>
  subscriptionId: string | undefined
}

/**
 * Brings a checkout up to date with the provider: a paid one becomes complete and its subscription
 * is stored. The webhook, the success page and reconciliation may all call it, concurrently and
 * repeatedly: it acts once. Undefined for a session that is not ours.
 */
export async function settleCheckout(
  ctx: AppContext,
  sessionId: string,
): Promise<{ checkout: CheckoutRow; isPending: boolean } | undefined> {
  const session = await readSession(ctx, sessionId)
  if (!session) return
  const { subscriptionId } = session
  const subscription = subscriptionId ? await readSnapshot(ctx, subscriptionId) : undefined
  if (subscription && !isOurPlan(ctx, subscription)) return
  const toCancel = await ctx.db
    .transaction()
    .execute((trx) => applySession(trx, ctx, session, subscription))
  await cancelMarked(ctx, toCancel)
  const checkout = await findCheckout(ctx.db, session.checkoutId)
  return checkout && { checkout, isPending: session.state === 'pending' }
}

/** The checkout as it is now. A settled one stays so, and the provider is not asked. */
export async function refreshCheckout(
  ctx: AppContext,
  sessionId: string,
): Promise<CheckoutRow | undefined> {
  const known = await findCheckoutBySession(ctx.db, sessionId)
  if (known?.status !== 'open') return known
  return (await settleCheckout(ctx, sessionId))?.checkout
}

/** Reads a session from the provider; undefined unless we opened it, in the mode we run in. */
export async function readSession(
  ctx: AppContext,
  sessionId: string,
): Promise<SessionSnapshot | undefined> {
  const session = await paymentCall(() =>
    ctx.payments.stripe.checkout.sessions.retrieve(sessionId),
  ).catch((error) => {
    if (isUnknownToProvider(error)) return undefined
    throw error
  })
  if (!session || session.livemode !== ctx.config.payments.isLive) return
  const checkoutId = session.client_reference_id ?? session.metadata?.checkout_id
  const checkout = checkoutId ? await findCheckout(ctx.db, checkoutId) : undefined
  if (!checkout || session.mode !== 'subscription') return
  if (checkout.sessionId !== null && checkout.sessionId !== session.id) return
  return {
    checkoutId: checkout.id,
    session,
    state: stateOfSession(session),
    subscriptionId: idOf(session.subscription),
  }
}

/** False for another product: whoever sells on the same provider account can name our checkout. */
export function isOurPlan(ctx: AppContext, { subscription }: ProviderSnapshot): boolean {
  return readFacts(ctx, subscription).plan !== undefined
}

/**
 * Stores the session and its subscription in the caller's transaction; returns what the caller has
 * to cancel afterwards.
 */
export async function applySession(
  trx: Trx,
  ctx: AppContext,
  { checkoutId, session, state }: SessionSnapshot,
  subscription: ProviderSnapshot | undefined,
): Promise<ToCancel> {
  const email =
    emailOrNull(session.customer_details?.email) ??
    (subscription && readFacts(ctx, subscription.subscription).email)
  const customerId = idOf(session.customer)
  const checkout = await updateLockedCheckout(trx, checkoutId, {
    sessionId: session.id,
    // An answer from before the payment names no customer yet, and must not take one away.
    ...(customerId ? { customerId } : {}),
    // Nobody can pay at an expired page, so no address is stored for it.
    ...(email && state !== 'expired' ? { email } : {}),
    ...(state === 'expired' ? { status: 'expired' } : {}),
  })
  if (!subscription || !checkout) return []
  const toCancel = await applySnapshot(trx, ctx, subscription, { checkout })
  if (state !== 'complete') return toCancel

  const now = ctx.now()
  const { id } = subscription.subscription
  // Only the refusal of a trial can have changed it meanwhile.
  const before = checkout.isTrial ? await findCheckout(trx, checkoutId) : checkout
  if (!before) return toCancel
  if (before.completedAt) {
    // It stays complete, even if an answer from before the payment has set it back to open.
    if (before.status === 'open') await updateCheckout(trx, checkoutId, { status: 'complete' })
    return toCancel
  }
  const isRefused = before.status === 'trial-refused'
  await updateCheckout(trx, checkoutId, {
    status: isRefused ? 'trial-refused' : 'complete',
    subscriptionId: id,
    amountTotal: session.amount_total,
    currency: session.currency,
    completedAt: now,
    // A checkout that was opened while signed in is linked right away.
    ...(before.userId && !isRefused ? { claimedAt: now, claimedUserId: before.userId } : {}),
  })
  if (isRefused) return toCancel
  if (before.userId) await confirmAccount(trx, ctx, before.userId)
  await enqueuePurchaseReport(trx, ctx, before)
  if (before.userId) return toCancel
  const { bindingHash } = before
  await lockOwner(trx, bindingHash)
  toCancel.push(...(await markDuplicates(trx, ctx, { userId: null, bindingHash })))
  if (!email) return toCancel
  await enqueueMembershipMail(trx, ctx, {
    template: 'finish-account',
    key: `finish-account:${checkoutId}`,
    to: email,
    data: { checkoutId },
    sendAfter: new Date(now.getTime() + FINISH_MAIL_AFTER_MS),
  })
  return toCancel
}

/**
 * What a session of the provider means. A trial is complete with nothing due; a slow payment
 * method leaves a complete session unpaid for a while.
 */
function stateOfSession({
  status,
  payment_status,
}: Pick<Stripe.Checkout.Session, 'status' | 'payment_status'>):
  | 'open'
  | 'expired'
  | 'pending'
  | 'complete' {
  if (status === 'expired') return 'expired'
  if (status !== 'complete') return 'open'
  return payment_status === 'paid' || payment_status === 'no_payment_required'
    ? 'complete'
    : 'pending'
}
