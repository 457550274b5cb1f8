import type Stripe from 'stripe'
import type { Trx } from '#app/db/database.ts'
import { queueMembershipMail } from '#app/membership/server/mails/mails.ts'
import {
  type CheckoutRow,
  findCheckout,
  findCheckoutBySession,
  updateCheckout,
  updateLockedCheckout,
} from '#app/membership/server/subscription/checkouts.queries.ts'
import { stateOfSession } from '#app/membership/server/subscription/checkouts.rules.ts'
import { markDuplicates } from '#app/membership/server/subscription/duplicate-subscription.ts'
import { normalEmail, readFacts } from '#app/membership/server/subscription/facts.ts'
import { type Reading, readFromProvider } from '#app/membership/server/subscription/snapshots.ts'
import { lockOwner } from '#app/membership/server/subscription/subscriptions.queries.ts'
import {
  applyReading,
  type Endings,
  finishEndings,
} from '#app/membership/server/subscription/sync-subscription.ts'
import type { AppContext } from '#app/server/context.ts'
import { isUnknownToProvider, paymentCall } from '#app/server/payments.ts'
import { promiseReport } from './ad-click-ids.ts'

/** How long a buyer has to make the account before a mail reminds of it. */
const REMIND_AFTER_MS = 15 * 60 * 1000

/** What the provider says of a session of ours. */
type SessionReading = {
  checkoutId: string
  session: Stripe.Checkout.Session
  state: ReturnType<typeof stateOfSession>
  subscriptionId: string | undefined
}

/**
 * Brings a checkout up to date with the provider: a paid one is complete and its subscription is
 * there. The webhook, the success page and reconciliation may all call it, at once and again: it
 * acts once. Undefined for a session that is not ours.
 */
export async function fulfilCheckout(
  ctx: AppContext,
  sessionId: string,
): Promise<{ checkout: CheckoutRow; isPending: boolean } | undefined> {
  const reading = await readSession(ctx, sessionId)
  if (!reading) return
  const { subscriptionId } = reading
  const subscription = subscriptionId ? await readFromProvider(ctx, subscriptionId) : undefined
  if (subscription && !isOfOurs(ctx, subscription)) return
  const endings = await ctx.db
    .transaction()
    .execute((trx) => applySession(trx, ctx, reading, subscription))
  await finishEndings(ctx, endings)
  const checkout = await findCheckout(ctx.db, reading.checkoutId)
  return checkout && { checkout, isPending: reading.state === 'pending' }
}

/** The checkout as it is now. What is complete stays so, and the provider need not be asked. */
export async function refreshCheckout(
  ctx: AppContext,
  sessionId: string,
): Promise<CheckoutRow | undefined> {
  const known = await findCheckoutBySession(ctx.db, sessionId)
  if (known?.status !== 'open') return known
  return (await fulfilCheckout(ctx, sessionId))?.checkout
}

/** Undefined unless it is a session that we opened, in the mode we run in. */
export async function readSession(
  ctx: AppContext,
  sessionId: string,
): Promise<SessionReading | undefined> {
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

/** Anybody who sells something else on the same account can name our checkout in a session. */
export function isOfOurs(ctx: AppContext, { subscription }: Reading): boolean {
  return readFacts(ctx, subscription).plan !== undefined
}

/**
 * Writes it with the subscription that came of it in the caller's transaction; what is to be ended
 * then is for the caller.
 */
export async function applySession(
  trx: Trx,
  ctx: AppContext,
  { checkoutId, session, state }: SessionReading,
  subscription: Reading | undefined,
): Promise<Endings> {
  const email =
    normalEmail(session.customer_details?.email) ??
    (subscription && readFacts(ctx, subscription.subscription).email)
  const customerId = idOf(session.customer)
  const checkout = await updateLockedCheckout(trx, checkoutId, {
    sessionId: session.id,
    // An answer from before the payment names nobody yet, and must not take a name away.
    ...(customerId ? { customerId } : {}),
    // Nobody pays there any more, so nobody has to be known for it.
    ...(email && state !== 'expired' ? { email } : {}),
    ...(state === 'expired' ? { status: 'expired' } : {}),
  })
  if (!subscription || !checkout) return []
  const endings = await applyReading(trx, ctx, subscription, { checkout })
  if (state !== 'complete') return endings

  const now = ctx.now()
  const { id } = subscription.subscription
  // Nothing but the refusal of a trial has changed it meanwhile.
  const before = checkout.isTrial ? await findCheckout(trx, checkoutId) : checkout
  if (!before) return endings
  if (before.completedAt) {
    // Complete it stays, whatever an answer from before the payment has made of it.
    if (before.status === 'open') await updateCheckout(trx, checkoutId, { status: 'complete' })
    return endings
  }
  const isRefused = before.status === 'trial-refused'
  await updateCheckout(trx, checkoutId, {
    status: isRefused ? 'trial-refused' : 'complete',
    subscriptionId: id,
    amountTotal: session.amount_total,
    currency: session.currency,
    completedAt: now,
    // Whoever was signed in when it was opened need not claim it.
    ...(before.userId && !isRefused ? { claimedAt: now, claimedUserId: before.userId } : {}),
  })
  if (isRefused) return endings
  await promiseReport(trx, ctx, before)
  if (before.userId) return endings
  const { bindingHash } = before
  await lockOwner(trx, bindingHash)
  endings.push(...(await markDuplicates(trx, ctx, { userId: null, bindingHash })))
  if (!email) return endings
  await queueMembershipMail(trx, ctx, {
    template: 'finish-account',
    key: `finish-account:${checkoutId}`,
    to: email,
    data: { checkoutId },
    sendAfter: new Date(now.getTime() + REMIND_AFTER_MS),
  })
  return endings
}

function idOf(given: string | { id: string } | null): string | undefined {
  return typeof given === 'string' ? given : given?.id
}
