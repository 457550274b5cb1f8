import type { FastifyReply } from 'fastify'
import type Stripe from 'stripe'
import type { Http } from '#app/server/http/http.ts'
import { noticePage } from '#sandbox/html.ts'
import type { Processor } from '#sandbox/payments/processor.ts'
import { errorsOf, type FormErrors, readCard } from './card-form.ts'
import {
  allowReturnTo,
  follow,
  type PageOptions,
  type PageRequest,
  sendPage,
  startOfForm,
} from './hosted.ts'
import { portalPage } from './portal.ts'

const DONE = new Map([
  ['card', 'Your new card is saved.'],
  ['cancel', 'Your subscription is set to end. You keep it until then.'],
  ['uncancel', 'Your subscription goes on.'],
])

/** The billing portal of a customer. */
export function portalPageRoutes(http: Http, processor: Processor, options: PageOptions) {
  const show = (
    request: PageRequest,
    reply: FastifyReply,
    shown: { status?: number; errors?: FormErrors } = {},
  ) => {
    const session = processor.findPortalSession(request.params.id ?? '')
    if (!session) return sendPage(reply, UNKNOWN, 404)
    const start = startOfForm(request, processor)
    allowReturnTo(reply, [options.publicUrl, session.return_url])
    const page = portalPage({
      address: portalAddress(session.id),
      merchant: options.merchant,
      returnUrl: session.return_url,
      subscriptions: processor.portalSubscriptions(session.id),
      invoices: processor.portalInvoices(session.id),
      cardOf: (subscription) => cardOf(processor, subscription),
      planOf: (subscription) => planOf(processor, subscription),
      isCardAsked: session.flow?.type === 'payment_method_update',
      now: processor.now(),
      done: DONE.get(String(request.query.done)),
      errors: shown.errors ?? start.errors,
      filled: start.filled,
    })
    return sendPage(reply, page, shown.status)
  }

  http.get('/sandbox/portal/:id', (request, reply) => show(request as PageRequest, reply))

  http.post('/sandbox/portal/:id', (request, reply) => {
    const asked = request as PageRequest
    const session = processor.findPortalSession(asked.params.id ?? '')
    if (!session) return show(asked, reply)
    if (asked.body.do === 'card') return saveCard(asked, reply, session.id)
    if (asked.body.do === 'cancel') processor.cancelInPortal(session.id)
    if (asked.body.do === 'uncancel') processor.uncancelInPortal(session.id)
    const done = DONE.has(asked.body.do ?? '') ? `?done=${asked.body.do}` : ''
    return reply.redirect(`${portalAddress(session.id)}${done}`, 303)
  })

  const saveCard = (request: PageRequest, reply: FastifyReply, id: string) => {
    const read = readCard(request.body)
    if ('errors' in read) return show(request, reply, { status: 422, errors: read.errors })
    const attempt = processor.replaceCard(id, read.card)
    if (attempt.kind !== 'declined') return follow(reply, attempt, portalAddress(id))
    return show(request, reply, { status: 402, errors: errorsOf(attempt) })
  }
}

function portalAddress(id: string): string {
  return `/sandbox/portal/${encodeURIComponent(id)}`
}

function cardOf(processor: Processor, { default_payment_method }: Stripe.Subscription) {
  if (default_payment_method === null) return
  if (typeof default_payment_method !== 'string') return default_payment_method
  return processor.findPaymentMethod(default_payment_method)
}

function planOf(processor: Processor, { items }: Stripe.Subscription): string | undefined {
  const product = items.data[0]?.price.product
  const id = idOf(product ?? null)
  return id === undefined ? undefined : processor.findProduct(id)?.name
}

function idOf(value: string | { id: string } | null): string | undefined {
  return typeof value === 'string' ? value : value?.id
}

const UNKNOWN = noticePage({
  title: 'Page not found',
  text: 'This link to the billing pages is not known or has ended. Ask for a new one.',
})
