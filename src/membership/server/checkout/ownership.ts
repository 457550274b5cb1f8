import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CheckoutName, SessionId } from '#app/membership/checkout.contract.ts'
import {
  type CheckoutRow,
  findCheckout,
  findCheckoutBySession,
} from '#app/membership/server/subscription/checkouts.queries.ts'
import type { AppContext } from '#app/server/context.ts'
import { cookieName, isSecure } from '#app/server/http/session-cookie.ts'
import { hashToken, isTokenShaped, newToken } from '#app/server/tokens.ts'
import { MINUTE_MS } from '#app/shared/dates.ts'
import { hasUnclaimed } from './checkout.queries.ts'

const COOKIE_SECONDS = 24 * 60 * 60

/** Hash of the cookie's secret, which ties a checkout to the browser that opened it. */
export function readCheckoutCookie(ctx: AppContext, request: FastifyRequest): string | undefined {
  const secret = request.cookies[cookieName(ctx, 'co')]
  return isTokenShaped(secret) ? hashToken(secret) : undefined
}

/**
 * Sets the cookie, or prolongs the existing one, and returns the hash of its secret. The page's own
 * random token gives two clicks the same secret before the first response arrives.
 */
export function setCheckoutCookie(
  ctx: AppContext,
  { request, reply, token }: { request: FastifyRequest; reply: FastifyReply; token?: string },
): string {
  const current = request.cookies[cookieName(ctx, 'co')]
  const secret = isTokenShaped(current) ? current : secretFor(ctx, token)
  reply.setCookie(cookieName(ctx, 'co'), secret, {
    path: '/',
    httpOnly: true,
    secure: isSecure(ctx),
    // A strict cookie would not be sent when the browser comes back from the payment page.
    sameSite: 'lax',
    maxAge: COOKIE_SECONDS,
  })
  return hashToken(secret)
}

/**
 * Clears the cookie, so that the next payment in this browser is not tied to an earlier person.
 * Keeps it while somebody without an account is paying here, or has paid: nothing else tells whose
 * payment it is.
 */
export async function clearCheckoutCookie(
  ctx: AppContext,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  const name = cookieName(ctx, 'co')
  if (request.cookies[name] === undefined) return
  const bindingHash = readCheckoutCookie(ctx, request)
  if (bindingHash && (await hasUnclaimed(ctx.db, bindingHash))) return
  reply.clearCookie(name, { path: '/', secure: isSecure(ctx) })
}

/** A token with less than 128 random bits could be guessed. */
const LONG_ENOUGH = /^[A-Za-z0-9_-]{22,200}$/

/**
 * Random, but the same for two clicks of one page within a minute. It depends on a secret of this
 * server too, so that a token found in a browser later is of no use.
 */
function secretFor({ config, now }: AppContext, token: string | undefined): string {
  if (!token || !LONG_ENOUGH.test(token)) return newToken()
  const minute = Math.floor(now().getTime() / MINUTE_MS)
  return createHmac('sha256', config.payments.secretKey)
    .update(`checkout binding of ${token} in ${minute}`)
    .digest('base64url')
}

/** Who asks about a checkout: a browser by its cookie, an account by its session. */
export type Requester = { bindingHash: string | undefined; userId: string | undefined }

/** The checkout of this browser or this account; undefined for everybody else's, and for none. */
export async function findOwnCheckout(
  ctx: AppContext,
  { sessionId, bindingHash, userId }: Requester & { sessionId: string | undefined },
): Promise<CheckoutRow | undefined> {
  const row = await findCheckoutByName(ctx, sessionId)
  if (!row) return
  const isBound = bindingHash !== undefined && row.bindingHash === bindingHash
  const isBuyer = userId !== undefined && (row.userId ?? row.claimedUserId) === userId
  return isBound || isBuyer ? row : undefined
}

/** Finds a checkout by the provider's session id or by our own name for it. Knowing one proves nothing. */
export async function findCheckoutByName(
  { db }: Pick<AppContext, 'db'>,
  name: string | undefined,
): Promise<CheckoutRow | undefined> {
  const ours = CheckoutName.safeParse(name).data
  if (ours) return findCheckout(db, ours.slice('checkout_'.length))
  const sessionId = SessionId.safeParse(name).data
  return sessionId ? findCheckoutBySession(db, sessionId) : undefined
}
