import type { Trx } from '#app/db/database.ts'
import { isLiveStatus, LIVE_STATUSES } from '#app/membership/server/membership.rules.ts'
import type { AppContext } from '#app/server/context.ts'
import { hashToken } from '#app/server/tokens.ts'
import { businessDay } from '#app/shared/dates.ts'
import type { Plan } from '#app/shared/offer.ts'
import { enqueueMembershipMail, type MembershipMail } from './mails.ts'

type Row = { status: string; plan: Plan; cancelAtPeriodEnd: boolean; cancelAt: Date | null }

/** A change of one subscription: its row before and after, and what else the provider says about it. */
type Change = {
  before: (Row & { duplicateOf: string | null }) | undefined
  after: Row
  facts: {
    id: string
    priceCents: number | null
    trialEndsAt: Date | null
    cancelAt: Date | null
    canceledAt: Date | null
    currentPeriodEnd: Date | null
    endedAt: Date | null
    openInvoice: { id: string; amountDueCents: number; nextAttemptAt: Date | null } | undefined
  }
  /** Undefined when no address is known. */
  recipient: string | undefined
  isTrialRefused: boolean
  /** Whether a duplicate's payments are refunded. */
  isRefundDue: boolean
  /** Something was paid for it before, so what the provider calls a trial now is days that we gave. */
  hasPaid: boolean
  /** One of us has just asked for its end. */
  isEndedByUs: boolean
}

type Payment = {
  invoiceId: string
  subscriptionId: string
  amountCents: number
  number: string | null
  paidAt: Date
  periodFrom: Date | null
  periodEndsAt: Date | null
}

/**
 * Enqueues the mails that follow from a change of a subscription, in its transaction. Every key
 * names what happened, so the same change again, in any order, enqueues nothing twice.
 */
export async function enqueueChangeMails(trx: Trx, ctx: AppContext, change: Change): Promise<void> {
  const { recipient } = change
  if (!recipient) return
  const day = businessDay(ctx.now())
  for (const { about, ...notification } of notificationsOf(change, { recipient, day })) {
    const key = `${notification.template}:${about}`
    await enqueueMembershipMail(trx, ctx, { ...notification, key, to: recipient } as MembershipMail)
  }
}

/** Enqueues the receipt of a payment, in the transaction that records it. */
export async function enqueueReceipt(
  trx: Trx,
  ctx: AppContext,
  { payment, plan, recipient }: { payment: Payment; plan: Plan; recipient: string },
): Promise<void> {
  const {
    invoiceId,
    subscriptionId,
    amountCents,
    number,
    paidAt,
    periodFrom: periodStartsAt,
    periodEndsAt,
  } = payment
  await enqueueMembershipMail(trx, ctx, {
    template: 'receipt',
    key: `receipt:${invoiceId}`,
    to: recipient,
    data: { plan, subscriptionId, amountCents, number, paidAt, periodStartsAt, periodEndsAt },
  })
}

type Notification = {
  [M in MembershipMail as M['template']]: Pick<M, 'template' | 'data'> & {
    /** The id of what happened. */
    about: string
  }
}[MembershipMail['template']]

function notificationsOf(
  { before, after, facts, isTrialRefused, isRefundDue, hasPaid, isEndedByUs }: Change,
  { recipient, day }: { recipient: string; day: string },
): Notification[] {
  const { id: about, openInvoice } = facts
  const { plan } = after
  if (isTrialRefused) {
    // Anybody can begin trials with somebody else's address: at most one such mail a day.
    return [{ template: 'trial-refused', about: `${hashToken(recipient)}:${day}`, data: { plan } }]
  }

  const isDuplicate = before?.duplicateOf != null
  const notifications: Notification[] = []
  if (after.status === 'trialing' && facts.trialEndsAt && !isDuplicate && !hasPaid) {
    const { priceCents: amountCents, trialEndsAt } = facts
    const data = { plan, subscriptionId: about, amountCents, trialEndsAt }
    notifications.push({ template: 'trial-started', about, data })
  }
  if (after.status === 'past_due' && openInvoice) {
    const { id, amountDueCents: amountCents, nextAttemptAt } = openInvoice
    const data = { plan, subscriptionId: about, amountCents, nextAttemptAt }
    notifications.push({ template: 'payment-failed', about: id, data })
  }
  if (isEnding(after) && isLiveStatus(after.status)) {
    // One mail for each cancellation, told apart by when the provider says it was made.
    const when = facts.canceledAt?.toISOString() ?? 'undated'
    const endsAt = facts.cancelAt ?? facts.currentPeriodEnd
    const data = {
      plan,
      subscriptionId: about,
      endsAt,
      ...(isEndedByUs && { isByUs: true }),
    }
    notifications.push({ template: 'cancelled', about: `${about}:${when}`, data })
  }
  if (after.status === 'canceled' && before && BEGUN_STATUSES.has(before.status)) {
    if (!isDuplicate) {
      const data = { plan, endedAt: facts.endedAt, ...(isEndedByUs && { isByUs: true }) }
      notifications.push({ template: 'ended', about, data })
    } else if (isRefundDue) {
      // A subscription that a newer membership has replaced needs no mail.
      notifications.push({ template: 'duplicate-refunded', about, data: { plan } })
    }
  }
  return notifications
}

const BEGUN_STATUSES = new Set<string>([...LIVE_STATUSES, 'unpaid'])

function isEnding({ cancelAtPeriodEnd, cancelAt }: Row): boolean {
  return cancelAtPeriodEnd || cancelAt !== null
}
