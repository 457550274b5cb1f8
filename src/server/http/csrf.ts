import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '#app/server/context.ts'
import { forbidden } from '#app/server/problem.ts'
import { hashToken, isSameSecret, isTokenShaped, newToken } from '#app/server/tokens.ts'
import { cookieName, hiddenCookie } from './session-cookie.ts'

/**
 * The CSRF token for our own pages. It is derived from a secret in a cookie that scripts cannot read, so another site
 * can neither read nor forge it.
 */
export function csrfToken(ctx: AppContext, request: FastifyRequest, reply: FastifyReply): string {
  const known = request.cookies[cookieName(ctx, 'csrf')]
  if (isTokenShaped(known)) return tokenOf(known)
  const secret = newToken()
  reply.setCookie(cookieName(ctx, 'csrf'), secret, hiddenCookie(ctx))
  return tokenOf(secret)
}

/** Throws 403 unless the header X-CSRF-Token carries this browser's token. */
export function requireCsrfToken(ctx: AppContext, request: FastifyRequest): void {
  const secret = request.cookies[cookieName(ctx, 'csrf')]
  const sent = request.headers['x-csrf-token']
  if (isTokenShaped(secret) && typeof sent === 'string' && isSameSecret(sent, tokenOf(secret)))
    return
  throw forbidden('csrf', 'Security initialization failed. Please refresh the page and try again.')
}

function tokenOf(secret: string): string {
  return hashToken(`csrf:${secret}`)
}
