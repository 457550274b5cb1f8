import type { User } from '#app/accounts/accounts.contract.ts'
import {
  type CheckoutRow,
  findCheckout,
} from '#app/membership/server/subscription/checkouts.queries.ts'
import { emailOrNull } from '#app/membership/server/subscription/state.ts'
import type { AppContext } from '#app/server/context.ts'
import { Problem } from '#app/server/problem.ts'
import { isSameSecret } from '#app/server/tokens.ts'
import type { FoundLink } from './mailed-links.queries.ts'
import { findAnyCheckoutLink } from './mailed-links.ts'
import { findCheckoutByName } from './ownership.ts'
import { refreshCheckout } from './settle-checkout.ts'

/** A request to link a payment to an account: what was typed, and from which browser. */
export type LinkRequest = {
  sessionId: string | undefined
  /** Token of a mailed link: replaces the browser's cookie and the time limit after paying. */
  link: string | undefined
  email: string | undefined
  password: string | undefined
  /** Hash of the cookie that the browser got when the checkout was opened. */
  bindingHash: string | undefined
  signedIn: User | undefined
  ip: string
  deviceToken: string | undefined
  sessionToken: string | undefined
}

export type PaidCheckout = CheckoutRow & {
  sessionId: string
  subscriptionId: string
  email: string
  completedAt: Date
}

/**
 * Checks what every call requires (the CSRF token has been checked by then): the checkout is ours,
 * was opened by this browser or is held by link, has been paid or begun as a trial, and the address
 * is the payment's. Only a missing session and an unknown link have errors of their own; everything
 * else gets the same one.
 */
export async function requirePaidCheckout(
  ctx: AppContext,
  call: LinkRequest,
): Promise<{ checkout: PaidCheckout; link: FoundLink | undefined }> {
  if (!call.sessionId && !call.link) throw sessionExpired()
  const { row, link } = call.link
    ? await findByLink(ctx, call, call.link)
    : await findByBrowser(ctx, call)
  if (!row?.sessionId) throw checkoutNotValid()
  const checkout = row.status === 'open' ? await refreshCheckout(ctx, row.sessionId) : row
  if (!isPaid(checkout)) throw checkoutNotValid()
  // Normalised as when it was stored: an address that can pay is not always one that may be typed here.
  if (emailOrNull(call.email) !== checkout.email) throw checkoutNotValid()
  return { checkout, link }
}

/** The paid checkout of this browser, whatever its address; throws the same error for any other. */
export async function requirePaidHere(
  ctx: AppContext,
  call: Pick<LinkRequest, 'sessionId' | 'bindingHash'>,
): Promise<PaidCheckout> {
  const { row } = await findByBrowser(ctx, call)
  if (!row?.sessionId) throw checkoutNotValid()
  const checkout = row.status === 'open' ? await refreshCheckout(ctx, row.sessionId) : row
  if (!isPaid(checkout)) throw checkoutNotValid()
  return checkout
}

async function findByBrowser(
  ctx: AppContext,
  { sessionId, bindingHash }: Pick<LinkRequest, 'sessionId' | 'bindingHash'>,
) {
  const row = await findCheckoutByName(ctx, sessionId)
  const isOpenedHere = row && bindingHash && isSameSecret(row.bindingHash, bindingHash)
  return { row: isOpenedHere ? row : undefined, link: undefined }
}

async function findByLink(ctx: AppContext, { sessionId }: LinkRequest, token: string) {
  const link = await findAnyCheckoutLink(ctx, token)
  if (!link) throw linkExpired()
  const row = await findCheckout(ctx.db, link.checkoutId)
  const isMeant = !sessionId || sessionId === row?.sessionId
  return { row: isMeant ? row : undefined, link }
}

/** Only what the provider says makes a checkout complete (see `applySession`). */
function isPaid(row: CheckoutRow | undefined): row is PaidCheckout {
  return (
    row?.status === 'complete' &&
    row.sessionId !== null &&
    row.subscriptionId !== null &&
    row.email !== null &&
    row.completedAt !== null
  )
}

/** The same answer to everything that is not this browser's own paid checkout. */
export function checkoutNotValid(): Problem {
  return new Problem(400, 'checkout-not-valid', 'Session verification failed')
}

function sessionExpired(): Problem {
  return new Problem(400, 'session-expired', 'Session expired. Please start checkout again.')
}

export function linkExpired(): Problem {
  return new Problem(400, 'link-expired', 'This link is no longer valid. Please ask for a new one.')
}
