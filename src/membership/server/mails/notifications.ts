import type { Trx } from '#app/db/database.ts'
import type { Plan } from '#app/membership/offer.ts'
import { isLive, LIVE_STATUSES } from '#app/membership/server/subscription/checkouts.rules.ts'
import type { ReadFacts } from '#app/membership/server/subscription/facts.ts'
import type { PaymentFacts } from '#app/membership/server/subscription/payment-facts.ts'
import type { SubscriptionRow } from '#app/membership/server/subscription/subscriptions.queries.ts'
import type { AppContext } from '#app/server/context.ts'
import { hashToken } from '#app/server/tokens.ts'
import { businessDay } from '#app/shared/dates.ts'
import { type MembershipMail, queueMembershipMail } from './mails.ts'

type Row = Pick<SubscriptionRow, 'status' | 'plan' | 'cancelAtPeriodEnd' | 'cancelAt'>

type Change = {
  before: (Row & Pick<SubscriptionRow, 'duplicateOf'>) | undefined
  after: Row
  facts: ReadFacts
  /** Undefined when nobody is known to write to. */
  recipient: string | undefined
  isRefused: boolean
  /** Of one that doubles another: its payments go back. */
  isPaidBack: boolean
}

/**
 * Promises the mail that follows from a change of a subscription, in its transaction. Every key
 * names what happened, so telling of it again, in any order, writes nothing twice.
 */
export async function tellOfChanges(trx: Trx, ctx: AppContext, change: Change): Promise<void> {
  const { recipient } = change
  if (!recipient) return
  for (const { about, ...news } of newsOf(change, { recipient, day: businessDay(ctx.now()) })) {
    const key = `${news.template}:${about}`
    await queueMembershipMail(trx, ctx, { ...news, key, to: recipient } as MembershipMail)
  }
}

/** Promises the receipt of a payment, in the transaction that counts it. */
export async function tellOfPayment(
  trx: Trx,
  ctx: AppContext,
  { payment, plan, recipient }: { payment: PaymentFacts; plan: Plan; recipient: string },
): Promise<void> {
  const { invoiceId, amountCents, number, paidAt, periodEndsAt } = payment
  await queueMembershipMail(trx, ctx, {
    template: 'receipt',
    key: `receipt:${invoiceId}`,
    to: recipient,
    data: { plan, amountCents, number, paidAt, periodEndsAt },
  })
}

type News = {
  [M in MembershipMail as M['template']]: Pick<M, 'template' | 'data'> & {
    /** What happened, as an id of it. */
    about: string
  }
}[MembershipMail['template']]

function newsOf(
  { before, after, facts, isRefused, isPaidBack }: Change,
  { recipient, day }: { recipient: string; day: string },
): News[] {
  const { id: about, openInvoice } = facts
  const { plan } = after
  if (isRefused) {
    // Anybody can begin trials with somebody's address: one such mail a day.
    return [{ template: 'trial-refused', about: `${hashToken(recipient)}:${day}`, data: { plan } }]
  }

  const isDouble = before?.duplicateOf != null
  const news: News[] = []
  if (after.status === 'trialing' && facts.trialEndsAt && !isDouble) {
    const { priceCents: amountCents, trialEndsAt } = facts
    const data = { plan, subscriptionId: about, amountCents, trialEndsAt }
    news.push({ template: 'trial-started', about, data })
  }
  if (after.status === 'past_due' && openInvoice) {
    const { id, amountDueCents: amountCents, nextAttemptAt } = openInvoice
    news.push({ template: 'payment-failed', about: id, data: { plan, amountCents, nextAttemptAt } })
  }
  if (isEnding(after) && isLive(after.status)) {
    // Each cancellation is told of; the provider notes when it was.
    const when = facts.canceledAt?.toISOString() ?? 'undated'
    const endsAt = facts.cancelAt ?? facts.currentPeriodEnd
    news.push({ template: 'cancelled', about: `${about}:${when}`, data: { plan, endsAt } })
  }
  if (after.status === 'canceled' && before && WAS_THERE.has(before.status)) {
    if (!isDouble) news.push({ template: 'ended', about, data: { plan, endedAt: facts.endedAt } })
    // Of one that a newer membership has replaced there is nothing to say.
    else if (isPaidBack) news.push({ template: 'duplicate-refunded', about, data: { plan } })
  }
  return news
}

const WAS_THERE = new Set<string>([...LIVE_STATUSES, 'unpaid'])

function isEnding({ cancelAtPeriodEnd, cancelAt }: Row): boolean {
  return cancelAtPeriodEnd || cancelAt !== null
}
