import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from './context.ts'

// The browser forgets these no sooner than the server does; the server decides.
const SESSION_SECONDS = 90 * 24 * 60 * 60
const DEVICE_SECONDS = 365 * 24 * 60 * 60

/** `__Host-` ties a cookie to exactly this host and path, but browsers take it only on https. */
function cookieName(ctx: Pick<AppContext, 'config'>, name: string): string {
  return isSecure(ctx) ? `__Host-${name}` : name
}

function isSecure({ config }: Pick<AppContext, 'config'>): boolean {
  return config.http.publicUrl.startsWith('https:')
}

export function readSessionToken(ctx: AppContext, request: FastifyRequest): string | undefined {
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
  const options = { path: '/', httpOnly: true, secure: isSecure(ctx), sameSite: 'lax' as const }
  reply.setCookie(cookieName(ctx, 'session'), sessionToken, {
    ...options,
    maxAge: SESSION_SECONDS,
  })
  reply.setCookie(cookieName(ctx, 'device'), deviceToken, { ...options, maxAge: DEVICE_SECONDS })
}

export function clearSessionCookie(ctx: AppContext, reply: FastifyReply): void {
  reply.clearCookie(cookieName(ctx, 'session'), {
    path: '/',
    httpOnly: true,
    secure: isSecure(ctx),
    sameSite: 'lax',
  })
}
