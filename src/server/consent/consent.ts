import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '#app/server/context.ts'
import { isSecure } from '#app/server/http/session-cookie.ts'
import { newToken } from '#app/server/tokens.ts'
import { CONSENT_COOKIE } from '#app/shared/browser-data.ts'
import { CONSENT_KEPT_MS } from '#app/shared/retention.ts'
import { isWithdrawn } from './withdrawals.queries.ts'

/** An id that says nothing of the visitor; without 128 random bits it could be guessed. */
const GRANTED = /^granted\.([\w-]{22,100})$/

type Asking = Pick<FastifyRequest, 'cookies' | 'headers'>
type Context = Pick<AppContext, 'config'>

/** Consent to be measured for marketing, by the id that withdrawing it names. */
export type Consent = { consentId: string }

/**
 * The one answer to "may this visitor be measured for marketing?". Undefined means no: nothing is
 * configured, nobody has agreed, or the browser sends Global Privacy Control.
 */
export function readConsent({ config }: Context, request: Asking): Consent | undefined {
  if (!config.tracking || isGlobalPrivacyControl(request)) return
  return readGrant(request)
}

/** What the cookie says, also where it does not count any more: to withdraw that as well. */
export function readGrant({ cookies }: Pick<Asking, 'cookies'>): Consent | undefined {
  const [, consentId] = GRANTED.exec(cookies[CONSENT_COOKIE] ?? '') ?? []
  return consentId ? { consentId } : undefined
}

export function hasChosen({ cookies }: Pick<Asking, 'cookies'>): boolean {
  return cookies[CONSENT_COOKIE] === 'denied' || GRANTED.test(cookies[CONSENT_COOKIE] ?? '')
}

/** The browser says for its user: do not sell or share what you learn of me. */
export function isGlobalPrivacyControl({ headers }: Pick<Asking, 'headers'>): boolean {
  return headers['sec-gpc'] === '1'
}

/**
 * Keeps consent in the browser: the one that is there, else a new one. One that was withdrawn, in a
 * tab that had not heard of it, is not taken up again.
 */
export async function storeGrant(
  ctx: AppContext,
  request: Asking,
  reply: FastifyReply,
): Promise<void> {
  const earlier = readGrant(request)
  const isOver = !earlier || (await isWithdrawn(ctx.db, earlier.consentId))
  setConsent(ctx, reply, `granted.${isOver ? newToken() : earlier.consentId}`)
}

export function storeDenial(ctx: AppContext, reply: FastifyReply): void {
  setConsent(ctx, reply, 'denied')
}

function setConsent(ctx: AppContext, reply: FastifyReply, value: string): void {
  reply.setCookie(CONSENT_COOKIE, value, {
    path: '/',
    // Scripts of our pages ask it before they load anything; it opens nothing.
    httpOnly: false,
    secure: isSecure(ctx),
    sameSite: 'lax',
    maxAge: CONSENT_KEPT_MS / 1000,
  })
}
