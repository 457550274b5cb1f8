import Stripe from 'stripe'
import type { CheckoutCreated } from '#app/membership/checkout.contract.ts'
import {
  type CheckoutRow,
  failCheckout,
  noteSession,
} from '#app/membership/server/subscription/checkouts.queries.ts'
import { findCustomerId } from '#app/membership/server/subscription/subscriptions.queries.ts'
import type { AppContext } from '#app/server/context.ts'
import { paymentCall } from '#app/server/payments.ts'
import { Problem } from '#app/server/problem.ts'
import { sessionParams } from './session-params.ts'

type Opening = {
  checkout: CheckoutRow
  /** Who is signed in. */
  user: { id: string; email: string } | undefined
  /** Of the first year, in cents; undefined without a sale. */
  salePriceCents: number | undefined
}

/**
 * Opens the payment page of a checkout, with 502 or 503 when the provider does not. The row is there
 * before the provider is asked, so that whatever happens then is known to us. Answers the row as it is
 * by then: another click may have had its answer first, and have been paid for.
 */
export async function openSession(ctx: AppContext, opening: Opening): Promise<CheckoutRow> {
  const { checkout, user } = opening
  const customerId = user ? await findCustomerId(ctx.db, user.id) : undefined
  const create = async (customer: string | undefined, idempotencyKey: string) => {
    const params = await sessionParams(ctx, { ...opening, customerId: customer })
    return paymentCall(() =>
      ctx.payments.stripe.checkout.sessions.create(params, { idempotencyKey }),
    )
  }
  // By the row: the provider remembers a key for a day, also when the row has been forgotten here.
  const session = await create(customerId, checkout.id)
    .catch((error: unknown) => {
      // Deleted at the provider: this person is a new customer there.
      if (!isAboutCustomer(error)) throw error
      return create(undefined, `${checkout.id} new customer`)
    })
    .catch(async (error: unknown) => {
      // The provider answers a key again as it did the first time, failures too: the next try gets
      // another key, and looks first for a session that was opened all the same.
      await failCheckout(ctx.db, checkout.id)
      throw toProblem(ctx, error)
    })
  if (!session.url) throw failed()
  return noteSession(ctx.db, checkout.id, {
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

/** What the provider refuses here is our mistake, and for the log; the buyer can only try again. */
function toProblem(ctx: AppContext, error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  ctx.log.error({ err: error }, 'the provider refused to open a checkout')
  return failed()
}

export function failed(): Problem {
  return new Problem(502, 'checkout-failed', 'Failed to create checkout session')
}

/** What the page is told of an open session. */
export function created(checkout: CheckoutRow, url: string): CheckoutCreated {
  const { sessionId, eventId, isTrial, isSale } = checkout
  return { id: sessionId ?? '', url, purchaseEventId: eventId, isTrial, isSale }
}
