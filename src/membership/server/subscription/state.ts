import type Stripe from 'stripe'
import { normalEmail } from '#app/accounts/accounts.contract.ts'
import { isEndedStatus } from '#app/membership/server/membership.rules.ts'
import { planOfPrice } from '#app/membership/server/plans/prices.ts'
import { idOf, toDate } from '#app/membership/server/provider.rules.ts'
import type { AppContext } from '#app/server/context.ts'
import { offer, type Plan } from '#app/shared/offer.ts'
import type { CheckoutRow } from './checkouts.queries.ts'
import type { SubscriptionRow } from './subscriptions.queries.ts'

/** What we keep of the provider's subscription; whatever it may leave out is null or undefined. */
export type SubscriptionFacts = {
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
  /** What ends it, and the reason that was given on the provider's own pages. */
  leavingCause: string | null
  leavingWhy: string | null
  createdAt: Date
  latestInvoiceId: string | null
  card: { brand: string; last4: string; fingerprint: string | undefined } | undefined
  /** Money that the latest invoice has brought in. */
  payment: PaymentFacts | undefined
  /** The latest invoice while it waits for its money. */
  openInvoice: { id: string; amountDueCents: number; nextAttemptAt: Date | null } | undefined
}

/** What we keep of a paid invoice. */
export type PaymentFacts = {
  invoiceId: string
  subscriptionId: string
  number: string | null
  amountCents: number
  currency: string
  receiptUrl: string | null
  paidAt: Date
  periodEndsAt: Date | null
  /** The period it was paid for, and the price of that period before credits for an earlier one. */
  periodFrom: Date | null
  periodTo: Date | null
  periodCents: number | null
}

/** Reads a subscription that has its customer, default payment method and latest invoice expanded. */
export function readFacts(
  ctx: Pick<AppContext, 'config' | 'log'>,
  subscription: Stripe.Subscription,
): SubscriptionFacts {
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
    customerId: idOf(customer),
    email:
      typeof customer === 'object' && !customer.deleted
        ? (emailOrNull(customer.email) ?? undefined)
        : undefined,
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    cancelAt: toDate(subscription.cancel_at),
    currentPeriodEnd: toDate(item?.current_period_end),
    trialEndsAt: toDate(subscription.trial_end),
    canceledAt: toDate(subscription.canceled_at),
    endedAt: toDate(subscription.ended_at),
    leavingCause: subscription.cancellation_details?.reason ?? null,
    leavingWhy: subscription.cancellation_details?.feedback ?? null,
    createdAt: toDate(subscription.created) ?? new Date(0),
    latestInvoiceId: idOf(latest_invoice) ?? null,
    card: card
      ? { brand: card.brand, last4: card.last4, fingerprint: card.fingerprint ?? undefined }
      : undefined,
    payment: invoice ? readPaymentFacts(invoice) : undefined,
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

/** The payment of an invoice; undefined when it brought in nothing, such as a trial's invoice of zero. */
export function readPaymentFacts(invoice: Stripe.Invoice): PaymentFacts | undefined {
  const { id, status, amount_paid, parent, status_transitions, created } = invoice
  const subscriptionId = idOf(parent?.subscription_details?.subscription)
  if (!id || !subscriptionId || status !== 'paid' || amount_paid <= 0) return
  const end = Math.max(0, ...invoice.lines.data.map(({ period }) => period.end))
  return {
    invoiceId: id,
    subscriptionId,
    number: invoice.number,
    amountCents: amount_paid,
    currency: invoice.currency,
    receiptUrl: invoice.hosted_invoice_url ?? null,
    paidAt: toDate(status_transitions.paid_at ?? created) ?? new Date(0),
    periodEndsAt: end > 0 ? toDate(end) : null,
    ...periodOf(invoice),
  }
}

/** The charged period that ends last: after a change of plan, that of the new plan. */
function periodOf({
  lines,
}: Stripe.Invoice): Pick<PaymentFacts, 'periodFrom' | 'periodTo' | 'periodCents'> {
  const charged = lines.data
    .map(({ amount, discount_amounts, period }) => ({
      ...period,
      cents: (discount_amounts ?? []).reduce((left, each) => left - each.amount, amount),
    }))
    .filter(({ cents }) => cents > 0)
  const last = charged.toSorted((a, b) => b.end - a.end)[0]
  if (!last) return { periodFrom: null, periodTo: null, periodCents: null }
  const same = charged.filter(({ start, end }) => start === last.start && end === last.end)
  return {
    periodFrom: toDate(last.start),
    periodTo: toDate(last.end),
    periodCents: same.reduce((sum, { cents }) => sum + cents, 0),
  }
}

/** Everything that a snapshot of the provider is judged by. */
export type SyncInput = {
  facts: SubscriptionFacts
  before: SubscriptionRow | undefined
  checkout: CheckoutRow | undefined
  readNumber: number
}

/**
 * The owner's user id: once linked it stays linked, else it is the checkout's. Never matched by
 * e-mail address.
 */
export function ownerOf({ before, checkout }: Pick<SyncInput, 'before' | 'checkout'>) {
  return before?.userId ?? checkout?.claimedUserId ?? checkout?.userId ?? null
}

/** Ended, and of a deleted account: nothing is charged any more, so no card is kept. */
function isOrphaned(
  { facts, checkout }: Pick<SyncInput, 'facts' | 'checkout'>,
  userId: string | null,
) {
  return userId === null && isEndedStatus(facts.status) && (!checkout || isAccountDeleted(checkout))
}

/** The row that a snapshot results in. */
export function toRow(
  ctx: Pick<AppContext, 'now'>,
  { facts, before, checkout, readNumber }: SyncInput,
  userId: string | null,
) {
  const card = isOrphaned({ facts, checkout }, userId) ? undefined : facts.card
  return {
    id: facts.id,
    userId,
    status: facts.status,
    // Somebody on a price that was set up by hand at the provider is still a member.
    plan: facts.plan ?? before?.plan ?? checkout?.plan ?? offer.defaultPlan,
    cancelAtPeriodEnd: facts.cancelAtPeriodEnd,
    cancelAt: facts.cancelAt,
    currentPeriodEnd: facts.currentPeriodEnd ?? before?.currentPeriodEnd ?? null,
    trialEndsAt: facts.trialEndsAt,
    canceledAt: facts.canceledAt,
    endedAt: facts.endedAt,
    leavingCause: facts.leavingCause,
    leavingWhy: facts.leavingWhy,
    customerId: facts.customerId,
    priceId: facts.priceId,
    priceCents: facts.priceCents ?? before?.priceCents ?? null,
    latestInvoiceId: facts.latestInvoiceId,
    cardBrand: card?.brand ?? null,
    cardLast4: card?.last4 ?? null,
    createdAt: facts.createdAt,
    updatedAt: ctx.now(),
    readNumber,
  }
}

/** Whether the provider says what our row says already. */
export function isSameState(before: SubscriptionRow, after: ReturnType<typeof toRow>): boolean {
  const { updatedAt: _at, readNumber: _number, createdAt: _created, ...state } = after
  return Object.entries(state).every(([column, value]) => {
    const known: unknown = before[column as keyof SubscriptionRow]
    return value instanceof Date && known instanceof Date
      ? known.getTime() === value.getTime()
      : known === value
  })
}

/** Whether the account that claimed this payment has been deleted since. */
export function isAccountDeleted(checkout: {
  claimedAt: Date | null
  claimedUserId: string | null
}): boolean {
  return checkout.claimedAt !== null && checkout.claimedUserId === null
}

/** An address of the provider's, normalised as those of accounts are; null for none. */
export function emailOrNull(email: string | null | undefined): string | null {
  return (email && normalEmail(email)) || null
}
