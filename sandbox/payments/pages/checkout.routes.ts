import type { FastifyReply } from 'fastify'
import type Stripe from 'stripe'
import type { Http } from '#app/server/http/http.ts'
import { noticePage } from '#sandbox/html.ts'
import { successUrl } from '#sandbox/payments/life/checkout.ts'
import type { CheckoutSummary, Processor } from '#sandbox/payments/processor.ts'
import { errorsOf, type Form, type FormErrors, readCard } from './card-form.ts'
import { checkoutPage } from './checkout.ts'
import {
  addressOf,
  allowReturnTo,
  follow,
  type PageOptions,
  type PageRequest,
  sendPage,
  startOfForm,
} from './hosted.ts'

const LONGEST_EMAIL = 254

type Shown = { status?: number; errors?: FormErrors; typed?: Form }

/** The hosted card page of a checkout session. */
export function checkoutPageRoutes(http: Http, processor: Processor, options: PageOptions) {
  const find = (id: string) => {
    const session = processor.findCheckout(id)
    const summary = session && processor.summarize(session.id)
    return session && summary ? { session, summary } : undefined
  }

  const show = (request: PageRequest, reply: FastifyReply, shown: Shown = {}) => {
    const checkout = find(request.params.id ?? '')
    if (!checkout) return sendPage(reply, UNKNOWN, 404)
    const { session, summary } = checkout
    const merchant = session.branding_settings?.display_name ?? options.merchant
    if (session.status !== 'open') return sendEnded(reply, session, merchant)

    const start = startOfForm(request, processor)
    allowReturnTo(reply, [options.publicUrl, session.success_url])
    const page = checkoutPage({
      address: addressOf(request),
      merchant,
      cancelUrl: session.cancel_url,
      summary,
      now: processor.now(),
      errors: shown.errors ?? start.errors,
      filled: { email: summary.email ?? '', ...start.filled, ...shown.typed },
    })
    return sendPage(reply, page, shown.status)
  }

  http.get('/sandbox/checkout/:id', (request, reply) => show(request as PageRequest, reply))

  http.post('/sandbox/checkout/:id', (request, reply) => {
    const asked = request as PageRequest
    const checkout = find(asked.params.id ?? '')
    if (!checkout) return show(asked, reply)
    const { session, summary } = checkout
    // The second of two submits arrives after the first has completed the session.
    if (session.status === 'complete') return reply.redirect(successUrl(session), 303)
    if (session.status !== 'open') return show(asked, reply)

    const { email, error } = readEmail(asked.body, summary)
    const typed = { email, name: asked.body.name ?? '' }
    const read = readCard(asked.body)
    if (error || 'errors' in read) {
      const errors = { ...(error ? { email: error } : {}), ...('errors' in read && read.errors) }
      return show(asked, reply, { status: 422, errors, typed })
    }
    const attempt = processor.payCheckout(session.id, { email, card: read.card })
    if (attempt.kind !== 'declined') return follow(reply, attempt, addressOf(asked))
    return show(asked, reply, { status: 402, errors: errorsOf(attempt), typed })
  })
}

function readEmail(form: Form, { isEmailFixed, email = '' }: CheckoutSummary) {
  if (isEmailFixed) return { email }
  const typed = (form.email ?? '').trim().slice(0, LONGEST_EMAIL)
  if (typed === '') return { email: typed, error: 'Your email is incomplete.' }
  return { email: typed }
}

const UNKNOWN = noticePage({
  title: 'Page not found',
  text: 'There is no such checkout. Go back to the site that you came from and start again.',
})

function sendEnded(reply: FastifyReply, session: Stripe.Checkout.Session, merchant: string) {
  if (session.status === 'complete') {
    const page = noticePage({
      title: 'You’re all done here',
      text: 'This checkout is complete. Nothing more will be charged through this page.',
      link: { href: successUrl(session), text: `Continue to ${merchant}` },
    })
    return sendPage(reply, page)
  }
  const page = noticePage({
    title: 'This page has expired',
    text: 'This checkout has timed out and nothing was charged. You can start a new one.',
    ...(session.cancel_url
      ? { link: { href: session.cancel_url, text: `Return to ${merchant}` } }
      : {}),
  })
  return sendPage(reply, page, 410)
}
