import { CHECKOUT_LINK_MS } from '#app/membership/membership.facts.ts'
import {
  type CheckoutRow,
  findCheckout,
} from '#app/membership/server/subscription/checkouts.queries.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { queueMail } from '#app/server/mail/mail.ts'
import { createThrottle } from '#app/server/rate-limits/throttle.ts'
import { hashToken, isTokenShaped, newToken } from '#app/server/tokens.ts'
import {
  type CheckoutLink,
  type FoundLink,
  findLink,
  insertCheckoutLink,
} from './mailed-links.queries.ts'

/** Mails with a link that one address may get per hour. */
const LINKS_PER_ADDRESS = 3
const LINKS_WINDOW_SECONDS = 60 * 60

/**
 * Creates the token of a single-use link that finishes this checkout; only its hash is stored. Mail
 * it only to the address of the payment: whoever has it counts as the reader of that inbox.
 * `userId` is the account with that address, or null.
 */
export async function createCheckoutLink(
  ctx: AppContext,
  { checkoutId, userId }: { checkoutId: string; userId: string | null },
): Promise<string> {
  const token = newToken()
  const now = ctx.now()
  await insertCheckoutLink(ctx.db, {
    tokenHash: hashToken(token),
    checkoutId,
    userId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + CHECKOUT_LINK_MS),
  })
  return token
}

/** Undefined when the link is unknown, used or expired, or its account has a newer password. */
export async function findCheckoutLink(
  ctx: AppContext,
  token: string,
): Promise<CheckoutLink | undefined> {
  const link = await findAnyCheckoutLink(ctx, token)
  return link?.isUsable ? link : undefined
}

export async function findAnyCheckoutLink(
  ctx: AppContext,
  token: string,
): Promise<FoundLink | undefined> {
  if (!isTokenShaped(token)) return
  return findLink(ctx.db, { tokenHash: hashToken(token), now: ctx.now() })
}

/** Enqueues a mail with a link to the payment's address; does nothing past the rate limit. */
export async function mailCheckoutLink(
  ctx: AppContext,
  { id, email }: Pick<CheckoutRow, 'id' | 'email'>,
): Promise<void> {
  if (!email) return
  const ofAddress = createThrottle(ctx, {
    name: 'checkout-link',
    limit: LINKS_PER_ADDRESS,
    windowSeconds: LINKS_WINDOW_SECONDS,
  })
  if (!(await ofAddress.consume(hashToken(email))).isAllowed) return
  await ctx.db.transaction().execute((trx) =>
    queueMail(trx, ctx, {
      key: `finish-account:${id}:${newId()}`,
      template: 'finish-account',
      to: email,
      data: { checkoutId: id },
    }),
  )
}

/**
 * Mails a new link in place of one that has expired, to the address of the same payment. Does not say
 * whether it did.
 */
export async function renewCheckoutLink(ctx: AppContext, token: string): Promise<void> {
  const link = await findAnyCheckoutLink(ctx, token)
  const checkout = link && (await findCheckout(ctx.db, link.checkoutId))
  if (checkout?.status !== 'complete' || checkout.claimedAt) return
  await mailCheckoutLink(ctx, checkout)
}
