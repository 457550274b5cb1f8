import { timingSafeEqual } from 'node:crypto'
import type { User } from '#app/accounts/accounts.contract.ts'
import {
  type CheckoutRow,
  findCheckout,
} from '#app/membership/server/subscription/checkouts.queries.ts'
import { normalEmail } from '#app/membership/server/subscription/facts.ts'
import type { AppContext } from '#app/server/context.ts'
import type { FoundLink } from './checkout-links.queries.ts'
import { findAnyCheckoutLink } from './checkout-links.ts'
import { findNamedCheckout } from './own-checkout.ts'
import { linkExpired, nothingToFinish, notThisBrowsers } from './problems.ts'
import { refreshCheckout } from './settle-checkout.ts'

/** A call of complete-checkout: what was typed, and which browser says so. */
export type Call = {
  sessionId: string | undefined
  /** Token of a link that came by mail: stands in for the browser's binding and the hour. */
  link: string | undefined
  email: string | undefined
  password: string | undefined
  /** Of the cookie that was given to the browser when the checkout was opened. */
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
 * What must hold whoever calls (the CSRF token has been looked at by then): the checkout is one of
 * ours, was opened by this browser or is held by link, has been paid or begun as a trial, and the
 * address is the payment's. Everything that is wrong gets the same answer.
 */
export async function requirePaidCheckout(
  ctx: AppContext,
  call: Call,
): Promise<{ checkout: PaidCheckout; link: FoundLink | undefined }> {
  if (!call.sessionId && !call.link) throw nothingToFinish()
  const { row, link } = call.link
    ? await heldByLink(ctx, call, call.link)
    : await openedHere(ctx, call)
  if (!row?.sessionId) throw notThisBrowsers()
  const checkout = row.status === 'open' ? await refreshCheckout(ctx, row.sessionId) : row
  if (!isPaid(checkout)) throw notThisBrowsers()
  // By the rule it was stored by: an address that pays is not always one that may be typed here.
  if (normalEmail(call.email) !== checkout.email) throw notThisBrowsers()
  return { checkout, link }
}

async function openedHere(ctx: AppContext, { sessionId, bindingHash }: Call) {
  const row = await findNamedCheckout(ctx, sessionId)
  const isOpenedHere = row && bindingHash && isSame(row.bindingHash, bindingHash)
  return { row: isOpenedHere ? row : undefined, link: undefined }
}

async function heldByLink(ctx: AppContext, { sessionId }: Call, token: string) {
  const link = await findAnyCheckoutLink(ctx, token)
  if (!link) throw linkExpired()
  const row = await findCheckout(ctx.db, link.checkoutId)
  const isMeant = !sessionId || sessionId === row?.sessionId
  return { row: isMeant ? row : undefined, link }
}

/** Complete is what the provider said, re-read by `fulfilCheckout`; nothing else sets it. */
function isPaid(row: CheckoutRow | undefined): row is PaidCheckout {
  return (
    row?.status === 'complete' &&
    row.sessionId !== null &&
    row.subscriptionId !== null &&
    row.email !== null &&
    row.completedAt !== null
  )
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}
