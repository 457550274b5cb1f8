import type { FastifyReply } from 'fastify'
import type { Http } from '#app/server/http/http.ts'
import { paths } from '#app/shared/paths.ts'
import { noticePage } from '#sandbox/html.ts'
import type { Processor } from '#sandbox/payments/processor.ts'
import { errorsOf, type FormErrors, readCard } from './card-form.ts'
import {
  addressOf,
  allowReturnTo,
  follow,
  type PageOptions,
  type PageRequest,
  sendPage,
  startOfForm,
} from './hosted.ts'
import { invoicePage, isPayable } from './invoice.ts'

/** The hosted page of an invoice: pay it or see the receipt. */
export function invoicePageRoutes(http: Http, processor: Processor, options: PageOptions) {
  const show = (
    request: PageRequest,
    reply: FastifyReply,
    shown: { status?: number; errors?: FormErrors } = {},
  ) => {
    const invoice = processor.findInvoice(request.params.id ?? '')
    if (!invoice) return sendPage(reply, UNKNOWN, 404)
    const start = startOfForm(request, processor)
    allowReturnTo(reply, [options.publicUrl])
    const page = invoicePage({
      address: addressOf(request),
      merchant: invoice.account_name ?? options.merchant,
      backTo: options.publicUrl + paths.account(),
      invoice,
      now: processor.now(),
      errors: shown.errors ?? start.errors,
      filled: start.filled,
    })
    return sendPage(reply, page, shown.status)
  }

  http.get('/sandbox/invoices/:id', (request, reply) => show(request as PageRequest, reply))

  http.post('/sandbox/invoices/:id', (request, reply) => {
    const asked = request as PageRequest
    const invoice = processor.findInvoice(asked.params.id ?? '')
    if (!invoice) return show(asked, reply)
    // Paid meanwhile, for example by the first of two submits: shows the receipt.
    if (!isPayable(invoice)) return reply.redirect(addressOf(asked), 303)
    const read = readCard(asked.body)
    if ('errors' in read) return show(asked, reply, { status: 422, errors: read.errors })
    const attempt = processor.payInvoice(asked.params.id ?? '', read.card)
    if (attempt.kind !== 'declined') return follow(reply, attempt, addressOf(asked))
    return show(asked, reply, { status: 402, errors: errorsOf(attempt) })
  })
}

const UNKNOWN = noticePage({
  title: 'Page not found',
  text: 'There is no such invoice.',
})
