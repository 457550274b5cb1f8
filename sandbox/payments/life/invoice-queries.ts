import type Stripe from 'stripe'
import type { World } from '#sandbox/payments/world.ts'

/** The payment of an invoice; undefined if nothing is to be paid. */
export function paymentOf(world: World, invoiceId: string): Stripe.InvoicePayment | undefined {
  const [payment] = world.store.list('invoice_payment', { where: { invoice: invoiceId }, limit: 1 })
  return payment
}

/** A subscription's invoices, oldest first. */
export function invoicesOf(
  world: World,
  subscriptionId: string,
  statuses: string[],
): Stripe.Invoice[] {
  return world.store
    .list('invoice', { where: { ...ofSubscription(subscriptionId), status: statuses } })
    .reverse()
}

export function ofSubscription(subscriptionId: string | undefined) {
  return { 'parent.subscription_details.subscription': subscriptionId }
}
