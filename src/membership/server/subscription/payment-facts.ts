import type Stripe from 'stripe'

export type PaymentFacts = {
  invoiceId: string
  subscriptionId: string
  number: string | null
  amountCents: number
  currency: string
  receiptUrl: string | null
  paidAt: Date
  periodEndsAt: Date | null
}

/** The money an invoice brought in; undefined for none, as for a trial's invoice of zero. */
export function paymentFacts(invoice: Stripe.Invoice): PaymentFacts | undefined {
  const { id, status, amount_paid, parent, status_transitions, created } = invoice
  const subscription = parent?.subscription_details?.subscription
  if (!id || !subscription || status !== 'paid' || amount_paid <= 0) return
  const paidAt = status_transitions.paid_at ?? created
  const end = Math.max(0, ...invoice.lines.data.map(({ period }) => period.end))
  return {
    invoiceId: id,
    subscriptionId: typeof subscription === 'string' ? subscription : subscription.id,
    number: invoice.number,
    amountCents: amount_paid,
    currency: invoice.currency,
    receiptUrl: invoice.hosted_invoice_url ?? null,
    paidAt: new Date(paidAt * 1000),
    periodEndsAt: end > 0 ? new Date(end * 1000) : null,
  }
}
