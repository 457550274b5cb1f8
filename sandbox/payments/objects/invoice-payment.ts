import type Stripe from 'stripe'
import { newId } from '#sandbox/payments/store/ids.ts'

/** Ties an invoice to the payment that is to settle it. */
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
