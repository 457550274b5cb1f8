import Stripe from 'stripe'
import type { CheckoutCreated } from '#app/membership/checkout.contract.ts'
import { couponOf } from '#app/membership/server/plans/prices.ts'
import {
  type CheckoutRow,
  failCheckout,
  recordSession,
} from '#app/membership/server/subscription/checkouts.queries.ts'
import { findCustomerId } from '#app/membership/server/subscription/subscriptions.queries.ts'
import type { AppContext } from '#app/server/context.ts'
import { paymentCall } from '#app/server/payments.ts'
import { Problem } from '#app/server/problem.ts'
import { DAY_MS } from '#app/shared/dates.ts'
import { offer } from '#app/shared/offer.ts'
import { paths } from '#app/shared/paths.ts'

type OpenRequest = {
  checkout: CheckoutRow
  /** The signed-in user. */
  user: { id: string; email: string } | undefined
  /** Price of the first year, in cents; undefined without a sale. */
  salePriceCents: number | undefined
}

/**
 * Opens the payment page of a checkout; throws 502 or 503 when the provider does not. The row is
 * stored before the provider is asked, so that we know of it whatever happens then. Returns the row
 * as it is by then: another click may have been answered first, and been paid for.
 */
export async function openPaymentPage(ctx: AppContext, request: OpenRequest): Promise<CheckoutRow> {
  const { checkout, user } = request
  const customerId = user ? await findCustomerId(ctx.db, user.id) : undefined
  const create = async (customer: string | undefined, idempotencyKey: string) => {
    const params = await sessionParams(ctx, { ...request, customerId: customer })
    return paymentCall(() =>
      ctx.payments.stripe.checkout.sessions.create(params, { idempotencyKey }),
    )
  }
  // The row's id is the key: the provider remembers a key for a day, even if the row is deleted here.
  const session = await create(customerId, checkout.id)
    .catch((error: unknown) => {
      // The customer was deleted at the provider: this person becomes a new one there.
      if (!isAboutCustomer(error)) throw error
      return create(undefined, `${checkout.id} new customer`)
    })
    .catch(async (error: unknown) => {
      // The provider repeats its answer to a key, failures included: the next try uses another key,
      // and first looks for a session that was opened after all.
      await failCheckout(ctx.db, checkout.id)
      throw toProblem(ctx, error)
    })
  if (!session.url) throw checkoutFailed()
  return recordSession(ctx.db, checkout.id, {
    sessionId: session.id,
    url: session.url,
    expiresAt: new Date(session.expires_at * 1000),
  })
}

function isAboutCustomer(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    error.code === 'resource_missing' &&
    error.param === 'customer'
  )
}

/** A refusal is our mistake and is logged; the buyer can only try again. */
function toProblem(ctx: AppContext, error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  ctx.log.error({ err: error }, 'the provider refused to open a checkout')
  return checkoutFailed()
}

export function checkoutFailed(): Problem {
  return new Problem(502, 'checkout-failed', 'Failed to create checkout session')
}

/** The response to the page that asked for a checkout. */
export function toCheckoutCreated(checkout: CheckoutRow, url: string): CheckoutCreated {
  const { sessionId, eventId, isTrial, isSale } = checkout
  return { id: sessionId ?? '', url, purchaseEventId: eventId, isTrial, isSale }
}

type ParamsOf = {
  checkout: CheckoutRow
  user: { email: string } | undefined
  customerId: string | undefined
  salePriceCents: number | undefined
}

/** The same row gives the same parameters, so that a repeated call is one call to the provider. */
export async function sessionParams(
  ctx: AppContext,
  { checkout, user, customerId, salePriceCents }: ParamsOf,
): Promise<Stripe.Checkout.SessionCreateParams> {
  const { publicUrl } = ctx.config.http
  const metadata = { checkout_id: checkout.id }
  const { plan } = checkout
  const coupon =
    salePriceCents === undefined ? undefined : await couponOf(ctx, { plan, salePriceCents })
  return {
    mode: 'subscription',
    line_items: [{ price: checkout.priceId, quantity: 1 }],
    // The provider replaces the braces with the id, so they must reach it unescaped.
    success_url: `${publicUrl}${paths.checkoutDone()}?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${publicUrl}${paths.checkoutCancel()}`,
    client_reference_id: checkout.id,
    metadata,
    payment_method_collection: 'always',
    ...customerOf({ user, customerId }),
    ...(coupon ? { discounts: [{ coupon }] } : {}),
    subscription_data: {
      metadata,
      billing_mode: { type: 'flexible' },
      ...(checkout.isTrial ? TRIAL : {}),
    },
  }
}

const TRIAL = {
  trial_period_days: offer.trialDays,
  trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
} as const

function customerOf({ user, customerId }: Pick<ParamsOf, 'user' | 'customerId'>) {
  if (customerId) return { customer: customerId }
  return user ? { customer_email: user.email } : {}
}

/**
 * Finds sessions that the provider opened without us hearing of it, by the id we gave them, before
 * another is opened for the same person. Returns the rows with the sessions it has found.
 */
export async function recoverLostSessions(
  ctx: AppContext,
  rows: CheckoutRow[],
): Promise<CheckoutRow[]> {
  const now = ctx.now().getTime()
  const lost = rows.filter(
    ({ sessionId, status, createdAt }) =>
      !sessionId && status === 'failed' && now - createdAt.getTime() < DAY_MS,
  )
  const oldest = lost.at(-1)
  if (!oldest) return rows
  const since = Math.floor(ctx.payments.providerNow().getTime() / 1000) - DAY_MS / 1000
  const { data } = await paymentCall(() =>
    // One page only: more would keep a buyer waiting, and older sessions are rarely this person's.
    ctx.payments.stripe.checkout.sessions.list({
      created: { gte: since },
      status: 'open',
      limit: 100,
    }),
  )
  const found = new Map<string, { sessionId: string; url: string; expiresAt: Date }>()
  for (const { client_reference_id: checkoutId, id: sessionId, url, expires_at } of data) {
    if (!checkoutId || !url) continue
    found.set(checkoutId, { sessionId, url, expiresAt: new Date(expires_at * 1000) })
  }
  return Promise.all(
    rows.map(async (row) => {
      const session = lost.includes(row) ? found.get(row.id) : undefined
      if (!session) return row
      return recordSession(ctx.db, row.id, session)
    }),
  )
}
