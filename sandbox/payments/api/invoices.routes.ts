import { z } from 'zod'
import { cardRefused } from '#sandbox/payments/life/change-plan.ts'
import { collect } from '#sandbox/payments/life/collecting.ts'
import { ofSubscription } from '#sandbox/payments/life/invoice-queries.ts'
import { finalizeInvoice } from '#sandbox/payments/life/invoices.ts'
import { invalid, noSuch, ProviderError } from '#sandbox/payments/provider-error.ts'
import type { AddCall } from './calls.ts'
import { envelope, fromPath, listPage } from './lists.ts'
import { boolean, created, expandable, paged, text } from './params.ts'
import { PreviewInvoice, previewInvoice } from './preview-invoice.ts'

const List = z.strictObject({
  ...paged,
  created,
  customer: text().optional(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
  subscription: text().optional(),
})
const Pay = z.strictObject({
  ...expandable,
  payment_method: text().optional(),
  off_session: boolean.optional(),
})
const ListPayments = z.strictObject({
  ...paged,
  created,
  invoice: text().optional(),
  payment: z
    .strictObject({ type: z.enum(['payment_intent']), payment_intent: text().optional() })
    .optional(),
  status: z.enum(['canceled', 'open', 'paid']).optional(),
})

export function invoicesRoutes(add: AddCall) {
  add('GET', '/invoices', List, (world, { customer, status, subscription, ...paging }) => {
    const where = { customer, status, ...ofSubscription(subscription) }
    return listPage(world, 'invoice', { url: '/v1/invoices', where, paging })
  })

  add('POST', '/invoices/create_preview', PreviewInvoice, previewInvoice)

  add('GET', '/invoices/:id', z.strictObject(expandable), (world, _, path) =>
    fromPath(world, 'invoice', path),
  )

  add('GET', '/invoices/:id/lines', z.strictObject(paged), (world, { limit = 10 }, path) => {
    const { lines } = fromPath(world, 'invoice', path)
    return envelope(lines.url, lines.data.slice(0, limit), lines.data.length > limit)
  })

  add('POST', '/invoices/:id/pay', Pay, (world, params, path) => {
    const invoice = fromPath(world, 'invoice', path)
    if (invoice.status === 'paid') throw invalid('Invoice is already paid')
    if (invoice.status !== 'open' && invoice.status !== 'draft') {
      throw invalid(`Invoices that are ${invoice.status} cannot be paid.`)
    }
    const { payment_method: card } = params
    if (card && world.store.find('payment_method', card)?.customer !== invoice.customer) {
      throw noSuch('PaymentMethod', card, 'payment_method')
    }
    if (invoice.status === 'draft') finalizeInvoice(world, invoice.id)
    const verdict = collect(world, invoice.id, card ? { paymentMethodId: card } : {})
    if (!verdict) return world.store.get('invoice', invoice.id)
    const { facts } = cardRefused(verdict)
    throw new ProviderError(
      402,
      'challenge' in verdict ? { ...facts, code: 'invoice_payment_intent_requires_action' } : facts,
      { keepsWork: true },
    )
  })

  add('GET', '/invoice_payments', ListPayments, (world, params) => {
    const { invoice, payment, status, ...paging } = params
    const where = { invoice, status, 'payment.payment_intent': payment?.payment_intent }
    return listPage(world, 'invoice_payment', { url: '/v1/invoice_payments', where, paging })
  })

  add('GET', '/invoice_payments/:id', z.strictObject(expandable), (world, _, path) =>
    fromPath(world, 'invoice_payment', path),
  )
}
