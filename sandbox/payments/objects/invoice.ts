import type Stripe from 'stripe'
import { newId } from '#sandbox/payments/store/ids.ts'

type Draft = {
  id?: string
  created: number
  reason: Stripe.Invoice.BillingReason
  customer: Stripe.Customer
  subscription: Stripe.Subscription
  lines: Stripe.InvoiceLineItem[]
  periodStart: number
  periodEnd: number
}

/** A draft invoice: lines and totals, nothing due yet. */
export function newInvoice(draft: Draft): Stripe.Invoice {
  const { customer, subscription, lines, created } = draft
  const id = draft.id ?? newId('in')
  const subtotal = sum(lines.map(({ subtotal }) => subtotal))
  const discounts = lines.flatMap((line) => line.discount_amounts ?? [])
  const total = subtotal - sum(discounts.map(({ amount }) => amount))
  const due = Math.max(0, total + Math.min(0, customer.balance))
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: null,
    account_tax_ids: null,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: {
      disabled_reason: null,
      enabled: false,
      liability: null,
      provider: null,
      status: null,
    },
    automatically_finalizes_at: null,
    billing_reason: draft.reason,
    collection_method: 'charge_automatically',
    created,
    currency: subscription.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [...new Set(discounts.map(({ discount }) => discount as string))],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: {
      object: 'list',
      data: lines.map((line) => ({ ...line, invoice: id })),
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: null,
    },
    period_end: draft.periodEnd,
    period_start: draft.periodStart,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer.balance,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: {
      finalized_at: null,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal,
    subtotal_excluding_tax: subtotal,
    test_clock: null,
    total,
    total_discount_amounts: totalsByDiscount(discounts),
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  }
}

/** The id of the subscription that an invoice belongs to. */
export function subscriptionIdOf(invoice: Stripe.Invoice): string {
  return invoice.parent?.subscription_details?.subscription as string
}

function totalsByDiscount(amounts: Stripe.InvoiceLineItem.DiscountAmount[]) {
  const totals = new Map<string, number>()
  for (const { amount, discount } of amounts) {
    totals.set(discount as string, (totals.get(discount as string) ?? 0) + amount)
  }
  return [...totals].map(([discount, amount]) => ({ amount, discount }))
}

export function sum(amounts: number[]): number {
  return amounts.reduce((total, each) => total + each, 0)
}

/** Links an invoice to the payment intent that is to settle it. */
export function newInvoicePayment(
  invoice: Stripe.Invoice,
  paymentIntentId: string,
  created: number,
): Stripe.InvoicePayment {
  return {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: paymentIntentId, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  }
}
