import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '#app/server/context.ts'
import { isSecure } from '#app/server/http/session-cookie.ts'
import { newToken } from '#app/server/tokens.ts'
import { CONSENT_COOKIE } from '#app/shared/browser-data.ts'
import { CONSENT_KEPT_MS } from '#app/shared/retention.ts'
import { isWithdrawn } from './withdrawals.queries.ts'

/** A random id with at least 128 bits, so that it cannot be guessed. */
const GRANTED = /^granted\.([\w-]{22,100})$/

type Asking = Pick<FastifyRequest, 'cookies' | 'headers'>
type Context = Pick<AppContext, 'config'>

/** Consent to marketing measurement. Withdrawals refer to the id. */
export type Consent = { consentId: string }

/**
 * The only place that decides whether a visitor may be measured for marketing. Undefined means no: nothing is
 * configured, there is no consent, or the browser sends Global Privacy Control.
 */
export function readConsent({ config }: Context, request: Asking): Consent | undefined {
  if (!config.tracking || isGlobalPrivacyControl(request)) return
  return readGrant(request)
}

/** The consent in the cookie even if it is not effective, so that it can be withdrawn. */
export function readGrant({ cookies }: Pick<Asking, 'cookies'>): Consent | undefined {
  const [, consentId] = GRANTED.exec(cookies[CONSENT_COOKIE] ?? '') ?? []
  return consentId ? { consentId } : undefined
}

export function hasChosen({ cookies }: Pick<Asking, 'cookies'>): boolean {
  return cookies[CONSENT_COOKIE] === 'denied' || GRANTED.test(cookies[CONSENT_COOKIE] ?? '')
}

/** Whether the browser sends Global Privacy Control ("do not sell or share my data"). */
export function isGlobalPrivacyControl({ headers }: Pick<Asking, 'headers'>): boolean {
  return headers['sec-gpc'] === '1'
}

/**
 * Stores consent in a cookie, reusing an existing id. A withdrawn id, from a tab that had not noticed the withdrawal, is
 * replaced.
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
    // Our scripts read it before loading tags; it grants no access.
    httpOnly: false,
    secure: isSecure(ctx),
    sameSite: 'lax',
    maxAge: CONSENT_KEPT_MS / 1000,
  })
}
