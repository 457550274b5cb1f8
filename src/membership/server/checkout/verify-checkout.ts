import type { CheckoutVerified } from '#app/membership/checkout.contract.ts'
import {
  type CheckoutRow,
  findCheckout,
} from '#app/membership/server/subscription/checkouts.queries.ts'
import type { AppContext } from '#app/server/context.ts'
import { findCheckoutLink } from './checkout-links.ts'
import { type Asker, findOwnCheckout } from './own-checkout.ts'
import { fulfilCheckout } from './settle-checkout.ts'
import { countVerifying } from './throttle.ts'

type Asking = Asker & {
  sessionId: string | undefined
  /** Token of a link that came by mail. */
  link: string | undefined
  ip: string
}

/** With our own name for what was found, which is for the cookie that leads back to it. */
type Verified = CheckoutVerified & { checkoutId?: string }

/**
 * How a payment ended, for the browser that made it, its signed-in buyer, or whoever reads the
 * inbox of its address. Everybody else gets the one answer that tells nothing.
 */
export async function verifyCheckout(ctx: AppContext, asking: Asking): Promise<Verified> {
  const found = asking.link ? await byLink(ctx, asking.link) : await bySession(ctx, asking)
  if (!found || 'valid' in found) return found ?? NOT_VALID
  const { row, isExistingAccount } = found
  if (!row.sessionId) return NOT_VALID
  // What is settled stays so; the provider need not be asked again.
  if (row.status === 'open') await countVerifying(ctx, asking.ip)
  const current = row.status === 'open' ? await fulfilCheckout(ctx, row.sessionId) : undefined
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
    isLinked: checkout.claimedUserId !== null,
    isSignedIn: checkout.claimedUserId !== null && checkout.claimedUserId === asking.userId,
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

async function bySession(ctx: AppContext, asking: Asking): Promise<Found | undefined> {
  const row = await findOwnCheckout(ctx, asking)
  return row && { row }
}
