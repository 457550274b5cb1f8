import type { CheckoutVerified } from '#app/membership/checkout.contract.ts'
import {
  type CheckoutRow,
  findCheckout,
} from '#app/membership/server/subscription/checkouts.queries.ts'
import type { AppContext } from '#app/server/context.ts'
import { findCheckoutLink } from './mailed-links.ts'
import { findOwnCheckout, type Requester } from './ownership.ts'
import { settleCheckout } from './settle-checkout.ts'
import { throttleVerifications } from './throttle.ts'

type VerifyRequest = Requester & {
  sessionId: string | undefined
  /** Token of a mailed link. */
  link: string | undefined
  ip: string
}

/** Carries the id of the checkout, for the cookie that leads back to it. */
type Verified = CheckoutVerified & { checkoutId?: string }

/**
 * How a payment ended, for the browser that made it, its signed-in buyer, or whoever reads the
 * inbox of its address. Everybody else gets the same answer, which tells nothing.
 */
export async function verifyCheckout(ctx: AppContext, request: VerifyRequest): Promise<Verified> {
  const found = request.link ? await byLink(ctx, request.link) : await bySession(ctx, request)
  if (!found || 'valid' in found) return found ?? NOT_VALID
  const { row, isExistingAccount } = found
  if (!row.sessionId) return NOT_VALID
  // A settled checkout stays so; the provider need not be asked again.
  if (row.status === 'open') await throttleVerifications(ctx, request.ip)
  const current = row.status === 'open' ? await settleCheckout(ctx, row.sessionId) : undefined
  const checkout = current?.checkout ?? row
  if (current?.isPending) return PENDING
  if (checkout.status === 'expired') return EXPIRED
  if (checkout.status === 'trial-refused') return TRIAL_USED
  if (checkout.status !== 'complete') return NOT_VALID
  return {
    valid: true,
    checkoutId: row.id,
    sessionId: row.sessionId,
    ...(checkout.email ? { email: checkout.email } : {}),
    ...(checkout.amountTotal !== null ? { amountTotal: checkout.amountTotal } : {}),
    ...(checkout.currency ? { currency: checkout.currency } : {}),
    purchaseEventId: checkout.eventId,
    ...(checkout.returnTo ? { next: checkout.returnTo } : {}),
    isLinked: checkout.claimedUserId !== null,
    isSignedIn: checkout.claimedUserId !== null && checkout.claimedUserId === request.userId,
    ...(isExistingAccount === undefined ? {} : { isExistingAccount }),
  }
}

const NOT_VALID: CheckoutVerified = {
  valid: false,
  code: 'not-valid',
  error: 'Session verification failed',
}
const PENDING: CheckoutVerified = {
  valid: false,
  code: 'pending',
  error: 'Your payment is still on its way. This page goes on by itself when it arrives.',
}
const EXPIRED: CheckoutVerified = {
  valid: false,
  code: 'expired',
  error: 'Session expired. Please start checkout again.',
}
const TRIAL_USED: CheckoutVerified = {
  valid: false,
  code: 'trial-used',
  error:
    'This address or card has had its free trial already, so we cancelled this one. Nothing was charged.',
}
const LINK_EXPIRED: CheckoutVerified = {
  valid: false,
  code: 'link-expired',
  error: 'This link is no longer valid.',
}

type Found = { row: CheckoutRow; isExistingAccount?: boolean }

async function byLink(ctx: AppContext, token: string): Promise<Found | CheckoutVerified> {
  const link = await findCheckoutLink(ctx, token)
  const row = link && (await findCheckout(ctx.db, link.checkoutId))
  return row ? { row, isExistingAccount: link.userId !== null } : LINK_EXPIRED
}

async function bySession(ctx: AppContext, request: VerifyRequest): Promise<Found | undefined> {
  const row = await findOwnCheckout(ctx, request)
  return row && { row }
}
