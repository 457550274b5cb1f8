import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '#app/server/context.ts'
import { cookieName, isSecure } from '#app/server/http/session-cookie.ts'
import { hashToken, isTokenShaped, newToken } from '#app/server/tokens.ts'
import { hasUnclaimed } from './claims.queries.ts'

const BINDING_SECONDS = 24 * 60 * 60

/** Hash of the secret that ties a checkout to the browser that opened it. */
export function readBinding(ctx: AppContext, request: FastifyRequest): string | undefined {
  const secret = request.cookies[cookieName(ctx, 'co')]
  return isTokenShaped(secret) ? hashToken(secret) : undefined
}

/**
 * Gives the browser its binding, or prolongs the one it has, and answers its hash. Two
 * clicks before the first answer end up with the same, by the page's own random token.
 */
export function bindBrowser(
  ctx: AppContext,
  { request, reply, token }: { request: FastifyRequest; reply: FastifyReply; token?: string },
): string {
  const known = request.cookies[cookieName(ctx, 'co')]
  const secret = isTokenShaped(known) ? known : secretFor(ctx, token)
  reply.setCookie(cookieName(ctx, 'co'), secret, {
    path: '/',
    httpOnly: true,
    secure: isSecure(ctx),
    // Strict would not come back with the browser from the payment page.
    sameSite: 'lax',
    maxAge: BINDING_SECONDS,
  })
  return hashToken(secret)
}

/**
 * From then on this browser is like any other: what it pays for next is a new beginning. Not while
 * somebody is paying here, or has paid, who has no account yet: nothing else tells whose that is.
 */
export async function forgetBinding(
  ctx: AppContext,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  const name = cookieName(ctx, 'co')
  if (request.cookies[name] === undefined) return
  const bindingHash = readBinding(ctx, request)
  if (bindingHash && (await hasUnclaimed(ctx.db, bindingHash))) return
  reply.clearCookie(name, { path: '/', secure: isSecure(ctx) })
}

/** A token with less than 128 random bits could be guessed. */
const LONG_ENOUGH = /^[A-Za-z0-9_-]{22,200}$/
const MINUTE_MS = 60 * 1000

/**
 * Random, but the same for two clicks of one page within a minute. It needs a secret of this server
 * to follow from the token: whoever finds the token in a browser later can make nothing of it.
 */
function secretFor({ config, now }: AppContext, token: string | undefined): string {
  if (!token || !LONG_ENOUGH.test(token)) return newToken()
  const minute = Math.floor(now().getTime() / MINUTE_MS)
  return createHmac('sha256', config.payments.secretKey)
    .update(`checkout binding of ${token} in ${minute}`)
    .digest('base64url')
}
