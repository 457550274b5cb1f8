import type Stripe from 'stripe'
import { newPaymentIntent } from '#sandbox/payments/objects/intents.ts'
import { newInvoice, newInvoicePayment } from '#sandbox/payments/objects/invoice.ts'
import { HOUR } from '#sandbox/payments/store/clock.ts'
import type { World } from '#sandbox/payments/world.ts'
import { paymentOf } from './invoice-queries.ts'
import { change, record } from './record.ts'

/** How long a renewal invoice stays a draft before it is charged. */
const DRAFT_SECONDS = HOUR

type Draft = {
  id: string
  reason: Stripe.Invoice.BillingReason
  subscription: Stripe.Subscription
  lines: Stripe.InvoiceLineItem[]
  periodStart: number
  periodEnd: number
}

/** Creates a draft invoice, which is not owed yet. */
export function draftInvoice(world: World, draft: Draft): Stripe.Invoice {
  const customer = world.store.get('customer', draft.subscription.customer as string)
  const invoice = newInvoice({ ...draft, customer, created: world.clock.seconds() })
  world.store.insert<'invoice'>(invoice)
  record(world, 'invoice.created', invoice)
  return invoice
}

/** Schedules a draft to be finalised and charged after its hour. */
export function scheduleCollection(world: World, invoiceId: string): void {
  const at = world.clock.seconds() + DRAFT_SECONDS
  change(world, 'invoice', invoiceId, (invoice) => {
    invoice.automatically_finalizes_at = at
  })
  world.due.set('invoice.collect', invoiceId, at)
}

/**
 * Finalises a draft, so that its amount is owed. The customer's credit is used first; a negative invoice adds
 * to it. `paymentIntentId` is a payment made before the invoice existed.
 */
export function finalizeInvoice(
  world: World,
  invoiceId: string,
  { paymentIntentId }: { paymentIntentId?: string } = {},
): Stripe.Invoice {
  const now = world.clock.seconds()
  const draft = world.store.get('invoice', invoiceId)
  const customer = world.store.get('customer', draft.customer as string)
  const balance = Math.min(0, customer.balance + draft.total)
  const due = Math.max(0, customer.balance + draft.total)
  const number = `${customer.invoice_prefix}-${String(customer.next_invoice_sequence).padStart(4, '0')}`
  change(
    world,
    'customer',
    customer.id,
    (each) => {
      each.balance = balance
      each.currency = draft.currency
      each.next_invoice_sequence = (each.next_invoice_sequence ?? 1) + 1
    },
    customer.balance === balance ? undefined : 'customer.updated',
  )
  const open = change(
    world,
    'invoice',
    invoiceId,
    (invoice) => {
      invoice.status = 'open'
      invoice.number = number
      invoice.amount_due = due
      invoice.amount_remaining = due
      invoice.starting_balance = customer.balance
      invoice.ending_balance = balance
      invoice.automatically_finalizes_at = null
      invoice.effective_at = now
      invoice.status_transitions.finalized_at = now
      invoice.hosted_invoice_url = `${world.publicUrl}/sandbox/invoices/${invoiceId}`
      invoice.invoice_pdf = `${world.publicUrl}/sandbox/invoices/${invoiceId}?pdf`
    },
    'invoice.finalized',
  )
  if (due > 0) {
    const intentId = paymentIntentId ?? openPaymentFor(world, open).id
    world.store.insert<'invoice_payment'>(newInvoicePayment(open, intentId, now))
  }
  return open
}

function openPaymentFor(world: World, invoice: Stripe.Invoice): Stripe.PaymentIntent {
  const isFirst = invoice.billing_reason === 'subscription_create'
  const intent = newPaymentIntent({
    created: world.clock.seconds(),
    amount: invoice.amount_due,
    currency: invoice.currency,
    customerId: invoice.customer as string,
    paymentMethodId: null,
    receiptEmail: null,
    description: isFirst ? 'Subscription creation' : 'Subscription update',
  })
  world.store.insert<'payment_intent'>(intent)
  record(world, 'payment_intent.created', intent)
  return intent
}

/**
 * Marks an invoice as paid, whether or not anything was owed. Records events of the invoice only, not of the
 * subscription.
 */
export function markPaid(world: World, invoiceId: string): Stripe.Invoice {
  const now = world.clock.seconds()
  const payment = paymentOf(world, invoiceId)
  if (payment) {
    change(
      world,
      'invoice_payment',
      payment.id,
      (draft) => {
        draft.status = 'paid'
        draft.amount_paid = draft.amount_requested
        draft.status_transitions.paid_at = now
      },
      'invoice_payment.paid',
    )
  }
  world.due.clear('invoice.collect', invoiceId)
  const paid = change(
    world,
    'invoice',
    invoiceId,
    (invoice) => {
      invoice.status = 'paid'
      invoice.attempted = true
      if (payment) invoice.attempt_count = Math.max(1, invoice.attempt_count)
      invoice.amount_paid = invoice.amount_due
      invoice.amount_remaining = 0
      invoice.auto_advance = false
      invoice.next_payment_attempt = null
      invoice.status_transitions.paid_at = now
    },
    'invoice.paid',
  )
  record(world, 'invoice.payment_succeeded', paid)
  return paid
}
