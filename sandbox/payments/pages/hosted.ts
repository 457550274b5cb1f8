import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Http } from '#app/server/http/http.ts'
import type { Attempt, Processor } from '#sandbox/payments/processor.ts'
import type { Form, FormErrors } from './card-form.ts'
import { filledCard } from './test-cards.ts'

const FORM = 'application/x-www-form-urlencoded'
const FORM_LIMIT_BYTES = 8 * 1024

export type PageOptions = {
  publicUrl: string
  /** The seller's name, as buyers know it. */
  merchant: string
}

/** A request for these pages. A repeated query parameter is an array, so values are of unknown type. */
export type PageRequest = FastifyRequest<{
  Params: Record<string, string>
  Querystring: Record<string, unknown>
  Body: Form
}>

/** Accepts forms only, and treats a missing body as an empty form. */
export function takeForms(pages: Http) {
  pages.removeAllContentTypeParsers()
  pages.addContentTypeParser(
    FORM,
    { parseAs: 'string', bodyLimit: FORM_LIMIT_BYTES },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  pages.addHook('preHandler', async (request) => {
    request.body ??= {}
  })
}

export function sendPage(reply: FastifyReply, page: string, status = 200) {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('x-robots-tag', 'noindex')
    .header('cache-control', 'no-store')
    .send(page)
}

/** The path of this page. */
export function addressOf({ url }: { url: string }): string {
  return url.split('?')[0] ?? ''
}

/**
 * Browsers check every redirect after a form against `form-action`: without this a buyer who paid on one
 * origin could not be redirected to another.
 */
export function allowReturnTo(reply: FastifyReply, addresses: Array<string | null>) {
  const origins = addresses
    .filter((address) => address !== null && /^https?:/.test(address) && URL.canParse(address))
    .map((address) => new URL(address ?? '').origin)
  const policy = String(reply.getHeader('content-security-policy') ?? "form-action 'self'")
  const wider = policy.replace("form-action 'self'", `form-action 'self' ${origins.join(' ')}`)
  reply.header('content-security-policy', wider)
}

/** Redirects to the next page of a payment; `back` is where a failed challenge returns to. */
export function follow(
  reply: FastifyReply,
  attempt: Exclude<Attempt, { kind: 'declined' }>,
  back: string,
) {
  if (attempt.kind === 'done') return reply.redirect(attempt.redirectTo, 303)
  const query = `?back=${encodeURIComponent(back)}`
  return reply.redirect(`/sandbox/3ds/${encodeURIComponent(attempt.challengeId)}${query}`, 303)
}

/** The card form that a challenge came from, if the address is one of ours. */
export function cardFormAddress(value: unknown): string | undefined {
  const isOurs = /^\/sandbox\/(checkout|invoices|portal)\/\w{1,200}$/
  return typeof value === 'string' && isOurs.test(value) ? value : undefined
}

/** The initial state of a card form: a chosen test card, or the decline that led back to it. */
export function startOfForm({ query }: PageRequest, processor: Processor) {
  const errors: FormErrors =
    query.declined === undefined ? {} : { form: declineText(query.declined) }
  return { filled: filledCard(query.card, processor.now()), errors }
}

/** The provider's message for a decline code: no text from the address is shown. */
function declineText(code: unknown): string {
  return DECLINES.get(String(code)) ?? 'Your card was declined.'
}

const NOT_AUTHENTICATED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'
const DECLINES = new Map([
  ['payment_intent_authentication_failure', NOT_AUTHENTICATED],
  ['setup_intent_authentication_failure', NOT_AUTHENTICATED],
  ['authentication_required', NOT_AUTHENTICATED],
  ['insufficient_funds', 'Your card has insufficient funds.'],
  ['expired_card', 'Your card has expired.'],
  ['incorrect_cvc', 'Your card’s security code is incorrect.'],
  ['processing_error', 'An error occurred while processing your card. Try again in a little bit.'],
])
