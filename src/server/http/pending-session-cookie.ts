import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '#app/server/context.ts'
import { PENDING_SESSION_COOKIE } from '#app/shared/browser-data.ts'
import { isSecure } from './session-cookie.ts'

const SECONDS = 60 * 60

/**
 * Marks a paid checkout that waits for an account, by our own id for it: third-party scripts can read the cookie and
 * must not learn the provider's session id. Worthless by itself.
 */
export function setPendingSession(ctx: AppContext, reply: FastifyReply, checkoutId: string): void {
  reply.setCookie(PENDING_SESSION_COOKIE, `checkout_${checkoutId}`, {
    ...readable(ctx),
    maxAge: SECONDS,
  })
}

export function clearPendingSession(ctx: AppContext, reply: FastifyReply): void {
  reply.clearCookie(PENDING_SESSION_COOKIE, readable(ctx))
}

/** Clears the cookie if the browser has it: it is obsolete after signing in. */
export function clearPendingSessionIfSet(
  ctx: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (request.cookies[PENDING_SESSION_COOKIE] !== undefined) clearPendingSession(ctx, reply)
}

function readable(ctx: AppContext) {
  return { path: '/', secure: isSecure(ctx), sameSite: 'lax' as const }
}
