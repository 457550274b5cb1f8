import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '#app/server/context.ts'
import type { CookieName } from '#app/shared/browser-data.ts'

// The browser forgets these no sooner than the server does; the server decides.
const SESSION_SECONDS = 90 * 24 * 60 * 60
export const DEVICE_SECONDS = 365 * 24 * 60 * 60

/** `__Host-` ties a cookie to exactly this host and path, but browsers take it only on https. */
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
    ...hidden(ctx),
    maxAge: SESSION_SECONDS,
  })
  reply.setCookie(cookieName(ctx, 'device'), deviceToken, {
    ...hidden(ctx),
    maxAge: DEVICE_SECONDS,
  })
}

export function clearSessionCookie(ctx: AppContext, reply: FastifyReply): void {
  reply.clearCookie(cookieName(ctx, 'session'), hidden(ctx))
}

/** This browser is a stranger again. */
export function clearDeviceCookie(ctx: AppContext, reply: FastifyReply): void {
  reply.clearCookie(cookieName(ctx, 'device'), hidden(ctx))
}

/** Where every cookie goes that is a secret: to this host alone, and to no script. */
function hidden(ctx: Pick<AppContext, 'config'>) {
  return { path: '/', httpOnly: true, secure: isSecure(ctx), sameSite: 'lax' as const }
}
