import type Stripe from 'stripe'
import type { TestApp } from '#test/support/test-app.ts'
import type { Purchase } from './purchases.ts'

export type Model = Awaited<ReturnType<typeof modelOf>>

/** Returns what our records must say in the end, computed only from the provider's current state. */
export async function modelOf(app: TestApp, purchases: Purchase[], userId: string) {
  const { stripe } = app.ctx.payments
  const subscriptions = []
  const payments = []
  const checkouts = []
  for (const { subscriptionId, sessionId, checkoutId, email } of purchases) {
    const it = await stripe.subscriptions.retrieve(subscriptionId, {
      expand: ['default_payment_method'],
    })
    subscriptions.push({ ...subscriptionModel(it), userId })
    const invoices = await stripe.invoices.list({ subscription: subscriptionId, limit: 100 })
    for (const invoice of invoices.data.filter(({ amount_paid }) => amount_paid > 0)) {
      payments.push({ ...(await paymentModel(stripe, invoice)), subscriptionId, userId })
    }
    const session = await stripe.checkout.sessions.retrieve(sessionId)
    checkouts.push({
      id: checkoutId,
      status: 'complete',
      subscriptionId,
      customerId: session.customer,
      email,
      amountTotal: session.amount_total,
      claimedUserId: userId,
    })
  }
  return {
    subscriptions: subscriptions.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    payments: payments.toSorted((a, b) => (a.invoiceId < b.invoiceId ? -1 : 1)),
    checkouts: checkouts.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  }
}

function subscriptionModel(it: Stripe.Subscription) {
  const card = it.default_payment_method as Stripe.PaymentMethod
  const [item] = it.items.data
  return {
    id: it.id,
    status: it.status,
    plan: item?.price.recurring?.interval === 'year' ? 'annual' : 'monthly',
    customerId: it.customer,
    priceId: item?.price.id,
    cancelAtPeriodEnd: it.cancel_at_period_end,
    cancelAt: date(it.cancel_at),
    currentPeriodEnd: date(item?.current_period_end),
    trialEndsAt: date(it.trial_end),
    canceledAt: date(it.canceled_at),
    endedAt: date(it.ended_at),
    createdAt: date(it.created),
    latestInvoiceId: it.latest_invoice,
    cardBrand: card.card?.brand,
    cardLast4: card.card?.last4,
    duplicateOf: null,
    isRefunded: false,
  }
}

async function paymentModel(stripe: Stripe, invoice: Stripe.Invoice) {
  const { data } = await stripe.invoicePayments.list({ invoice: invoice.id })
  const intent = await stripe.paymentIntents.retrieve(String(data[0]?.payment.payment_intent), {
    expand: ['latest_charge'],
  })
  return {
    invoiceId: invoice.id,
    number: invoice.number,
    amountCents: invoice.amount_paid,
    refundedCents: (intent.latest_charge as Stripe.Charge).amount_refunded,
    currency: 'usd',
    receiptUrl: invoice.hosted_invoice_url,
    paidAt: date(invoice.status_transitions.paid_at),
  }
}

function date(seconds: number | null | undefined): Date | null {
  return seconds === null || seconds === undefined ? null : new Date(seconds * 1000)
}
