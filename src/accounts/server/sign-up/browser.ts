import type { FastifyReply, FastifyRequest } from 'fastify'
import { UNCONFIRMED_KEPT_MS } from '#app/accounts/accounts.facts.ts'
import type { AppContext } from '#app/server/context.ts'
import { cookieName, hiddenCookie } from '#app/server/http/session-cookie.ts'

/** The cookie secret that identifies the browser that signed up. */
export function readSignUpSecret(ctx: AppContext, request: FastifyRequest): string | undefined {
  return request.cookies[cookieName(ctx, 'sign-up')]
}

export function setSignUpCookie(ctx: AppContext, reply: FastifyReply, secret: string): void {
  reply.setCookie(cookieName(ctx, 'sign-up'), secret, {
    ...hiddenCookie(ctx),
    maxAge: UNCONFIRMED_KEPT_MS / 1000,
  })
}

export function clearSignUpCookie(ctx: AppContext, reply: FastifyReply): void {
  reply.clearCookie(cookieName(ctx, 'sign-up'), hiddenCookie(ctx))
}
