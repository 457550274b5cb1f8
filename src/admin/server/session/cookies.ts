import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '#app/server/context.ts'
import { cookieName, DEVICE_SECONDS, isSecure } from '#app/server/http/session-cookie.ts'
import { hashToken, isSameSecret, isTokenShaped, newToken } from '#app/server/tokens.ts'

export function readAdminToken(
  ctx: AppContext,
  request: Pick<FastifyRequest, 'cookies'>,
): string | undefined {
  return request.cookies[cookieName(ctx, 'admin')]
}

/** A session cookie: closing the browser logs out too. */
export function setAdminCookie(ctx: AppContext, reply: FastifyReply, token: string): void {
  reply.setCookie(cookieName(ctx, 'admin'), token, cookieOptions(ctx))
}

export function clearAdminCookie(ctx: AppContext, reply: FastifyReply): void {
  reply.clearCookie(cookieName(ctx, 'admin'), cookieOptions(ctx))
}

/**
 * Marks a browser that has logged in, so that guessing by strangers never slows it down. Signed with the
 * stored hash of the password: no list of browsers is kept, and a new password makes all of them unknown.
 */
export function setAdminDeviceCookie(
  ctx: AppContext,
  reply: FastifyReply,
  passwordHash: string,
): void {
  const token = newToken()
  reply.setCookie(cookieName(ctx, 'admin-device'), `${token}.${sign(token, passwordHash)}`, {
    ...cookieOptions(ctx),
    maxAge: DEVICE_SECONDS,
  })
}

/** Returns the key by which a known browser's failures are counted; undefined for an unknown one. */
export function readAdminDevice(
  ctx: AppContext,
  request: FastifyRequest,
  passwordHash: string | undefined,
): string | undefined {
  const [token, sent, ...more] = (request.cookies[cookieName(ctx, 'admin-device')] ?? '').split('.')
  if (!isTokenShaped(token) || !isTokenShaped(sent) || more.length > 0 || !passwordHash) return
  const isOurs = isSameSecret(sent, sign(token, passwordHash))
  return isOurs ? hashToken(token) : undefined
}

function sign(token: string, passwordHash: string): string {
  return createHmac('sha256', passwordHash).update(`admin-device:${token}`).digest('base64url')
}

function cookieOptions(ctx: Pick<AppContext, 'config'>) {
  return { path: '/', httpOnly: true, secure: isSecure(ctx), sameSite: 'strict' as const }
}
