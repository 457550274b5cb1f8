import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '#app/server/context.ts'
import type { CookieName } from '#app/shared/browser-data.ts'
import { DEVICE_IDLE_MS, SESSION_LONGEST_MS } from '#app/shared/retention.ts'

// Cookies live at least as long as what they refer to on the server, which decides.
const SESSION_SECONDS = SESSION_LONGEST_MS / 1000
export const DEVICE_SECONDS = DEVICE_IDLE_MS / 1000

/** `__Host-` binds a cookie to exactly this host and path; browsers accept it only over HTTPS. */
export function cookieName(ctx: Pick<AppContext, 'config'>, name: CookieName): string {
  return isSecure(ctx) ? `__Host-${name}` : name
}

export function isSecure({ config }: Pick<AppContext, 'config'>): boolean {
  return config.http.publicUrl.startsWith('https:')
}

export function readSessionToken(
  ctx: AppContext,
  request: Pick<FastifyRequest, 'cookies'>,
): string | undefined {
  return request.cookies[cookieName(ctx, 'session')]
}

export function readDeviceToken(ctx: AppContext, request: FastifyRequest): string | undefined {
  return request.cookies[cookieName(ctx, 'device')]
}

export function setSessionCookies(
  ctx: AppContext,
  reply: FastifyReply,
  { sessionToken, deviceToken }: { sessionToken: string; deviceToken: string },
): void {
  reply.setCookie(cookieName(ctx, 'session'), sessionToken, {
    ...hiddenCookie(ctx),
    maxAge: SESSION_SECONDS,
  })
  reply.setCookie(cookieName(ctx, 'device'), deviceToken, {
    ...hiddenCookie(ctx),
    maxAge: DEVICE_SECONDS,
  })
}

export function clearSessionCookie(ctx: AppContext, reply: FastifyReply): void {
  reply.clearCookie(cookieName(ctx, 'session'), hiddenCookie(ctx))
}

/** Forgets this browser as a known device. */
export function clearDeviceCookie(ctx: AppContext, reply: FastifyReply): void {
  reply.clearCookie(cookieName(ctx, 'device'), hiddenCookie(ctx))
}

/**
 * Attributes of every secret cookie: this host only, not readable by scripts. `strict` would not be sent when a link
 * in a mail is followed.
 */
export function hiddenCookie(ctx: Pick<AppContext, 'config'>) {
  return { path: '/', httpOnly: true, secure: isSecure(ctx), sameSite: 'lax' as const }
}
