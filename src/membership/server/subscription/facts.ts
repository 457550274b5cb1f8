import type Stripe from 'stripe'
import { normalEmail as toNormalEmail } from '#app/accounts/accounts.contract.ts'
import type { Plan } from '#app/membership/offer.ts'
import { planOfPrice } from '#app/membership/server/plans/prices.ts'
import type { AppContext } from '#app/server/context.ts'
import { type PaymentFacts, paymentFacts } from './payment-facts.ts'

/** What we keep of the provider's subscription; everything it may leave out is null or undefined. */
export type ReadFacts = {
  id: string
  status: string
  /** Undefined when no item is one of our plans. */
  plan: Plan | undefined
  priceId: string | null
  priceCents: number | null
  checkoutId: string | undefined
  customerId: string
  email: string | undefined
  cancelAtPeriodEnd: boolean
  cancelAt: Date | null
  currentPeriodEnd: Date | null
  trialEndsAt: Date | null
  canceledAt: Date | null
  endedAt: Date | null
  createdAt: Date
  latestInvoiceId: string | null
  card: { brand: string; last4: string; fingerprint: string | undefined } | undefined
  /** Money that the latest invoice has brought in. */
  payment: PaymentFacts | undefined
  /** The latest invoice when it is waiting for its money. */
  openInvoice: { id: string; amountDueCents: number; nextAttemptAt: Date | null } | undefined
}

/** From a subscription read with customer, default payment method and latest invoice expanded. */
export function readFacts(
  ctx: Pick<AppContext, 'config' | 'log'>,
  subscription: Stripe.Subscription,
): ReadFacts {
  const { id, items, customer, latest_invoice, default_payment_method } = subscription
  const ours = items.data.filter(({ price }) => planOfPrice(ctx, price) !== undefined)
  if (items.data.length !== 1) {
    ctx.log.warn({ subscriptionId: id, items: items.data.length }, 'not exactly one item')
  }
  const item = ours[0] ?? items.data[0]
  const invoice = typeof latest_invoice === 'object' ? latest_invoice : null
  const card = typeof default_payment_method === 'object' ? default_payment_method?.card : undefined
  return {
    id,
    status: subscription.status,
    plan: item && planOfPrice(ctx, item.price),
    priceId: item?.price.id ?? null,
    priceCents: item?.price.unit_amount ?? null,
    checkoutId: subscription.metadata.checkout_id,
    customerId: typeof customer === 'string' ? customer : customer.id,
    email:
      typeof customer === 'object' && !customer.deleted
        ? (normalEmail(customer.email) ?? undefined)
        : undefined,
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    cancelAt: toDate(subscription.cancel_at),
    currentPeriodEnd: toDate(item?.current_period_end),
    trialEndsAt: toDate(subscription.trial_end),
    canceledAt: toDate(subscription.canceled_at),
    endedAt: toDate(subscription.ended_at),
    createdAt: toDate(subscription.created) ?? new Date(0),
    latestInvoiceId: invoice?.id ?? (typeof latest_invoice === 'string' ? latest_invoice : null),
    card: card
      ? { brand: card.brand, last4: card.last4, fingerprint: card.fingerprint ?? undefined }
      : undefined,
    payment: invoice ? paymentFacts(invoice) : undefined,
    openInvoice:
      invoice?.status === 'open' && invoice.id
        ? {
            id: invoice.id,
            amountDueCents: invoice.amount_due,
            nextAttemptAt: toDate(invoice.next_payment_attempt),
          }
        : undefined,
  }
}

/** The provider counts in seconds; what it leaves out stays out, and no date is invalid. */
export function toDate(seconds: number | null | undefined): Date | null {
  return typeof seconds === 'number' && Number.isFinite(seconds) ? new Date(seconds * 1000) : null
}

/** An address of the provider's in the form that accounts have; null for none. */
export function normalEmail(email: string | null | undefined): string | null {
  return (email && toNormalEmail(email)) || null
}
