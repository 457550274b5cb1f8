import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '#app/server/context.ts'
import { cookieName, isSecure } from '#app/server/http/session-cookie.ts'
import { hashToken, isTokenShaped, newToken } from '#app/server/tokens.ts'

const DEVICE_SECONDS = 365 * 24 * 60 * 60

export function readAdminToken(
  ctx: AppContext,
  request: Pick<FastifyRequest, 'cookies'>,
): string | undefined {
  return request.cookies[cookieName(ctx, 'admin')]
}

/** Without an age: closing the browser locks the back office too. */
export function setAdminCookie(ctx: AppContext, reply: FastifyReply, token: string): void {
  reply.setCookie(cookieName(ctx, 'admin'), token, hidden(ctx))
}

export function clearAdminCookie(ctx: AppContext, reply: FastifyReply): void {
  reply.clearCookie(cookieName(ctx, 'admin'), hidden(ctx))
}

/**
 * Marks a browser that has opened the back office, so that strangers' guesses never slow it down.
 * Signed with the stored hash of the password: no list of browsers is kept, and with another
 * password all of them are strangers again.
 */
export function setAdminDeviceCookie(
  ctx: AppContext,
  reply: FastifyReply,
  passwordHash: string,
): void {
  const token = newToken()
  reply.setCookie(cookieName(ctx, 'admin-device'), `${token}.${seal(token, passwordHash)}`, {
    ...hidden(ctx),
    maxAge: DEVICE_SECONDS,
  })
}

/** What the browser's failures are counted by; undefined for a stranger. */
export function readAdminDevice(
  ctx: AppContext,
  request: FastifyRequest,
  passwordHash: string | undefined,
): string | undefined {
  const [token, sent, ...more] = (request.cookies[cookieName(ctx, 'admin-device')] ?? '').split('.')
  if (!isTokenShaped(token) || !isTokenShaped(sent) || more.length > 0 || !passwordHash) return
  const isOurs = timingSafeEqual(Buffer.from(sent), Buffer.from(seal(token, passwordHash)))
  return isOurs ? hashToken(token) : undefined
}

function seal(token: string, passwordHash: string): string {
  return createHmac('sha256', passwordHash).update(`admin-device:${token}`).digest('base64url')
}

function hidden(ctx: Pick<AppContext, 'config'>) {
  return { path: '/', httpOnly: true, secure: isSecure(ctx), sameSite: 'strict' as const }
}
