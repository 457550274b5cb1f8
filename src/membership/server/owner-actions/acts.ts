import type Stripe from 'stripe'
import type { Trx } from '#app/db/database.ts'
import type {
  EndMembership,
  GiveDays,
  RefundPayment,
} from '#app/membership/owner-actions.contract.ts'
import { findReceipts } from '#app/membership/server/account/account.queries.ts'
import {
  type CurrentSubscription,
  getCurrentSubscription,
} from '#app/membership/server/account/current-subscription.ts'
import {
  takeNumber,
  updateRefund,
} from '#app/membership/server/subscription/subscriptions.queries.ts'
import type { AppContext } from '#app/server/context.ts'
import { readRefundedCents } from '#app/server/payments.ts'
import { notFound, Problem } from '#app/server/problem.ts'
import { formatDateAt } from '#app/shared/dates.ts'
import { formatCents } from '#app/shared/money.ts'
import { findAct, findAskedRefunds, insertAct, lockPayment, updateGiven } from './acts.queries.ts'
import { decideDays, decideEnd } from './acts.rules.ts'
import { chargeOf, findPaidIntent } from './provider.ts'

/** The queue that performs a requested act, by its id. */
export const MEMBERSHIP_ACTS_QUEUE = 'membership-acts'
/** The request performs the act at once; after this time the queue does what was left undone. */
const QUEUE_AFTER_MS = 20_000

/** Who asks, and about whom. */
type Asking = { userId: string; by: string }

/** What was asked for, in words for the audit; the reason is stored with the act. */
type AskedAct = {
  id: string
  /** False when the same press of a button has asked for it before. */
  isNew: boolean
  after: Record<string, string | number>
}

/** Stores a request that has been checked at the provider, in the caller's transaction. */
export type Prepared = (trx: Trx) => Promise<AskedAct>

/**
 * Prepares to refund a payment, in full or in part. Throws 409 when the payment is no longer what
 * was looked at, or is disputed, and 400 when less than the amount is left of it.
 */
export async function prepareRefund(
  ctx: AppContext,
  { userId, by }: Asking,
  wish: RefundPayment,
): Promise<Prepared> {
  const { id, invoiceId, reason, againOf } = wish
  const amountCents = Math.round(wish.amount * 100)
  const own = (await findReceipts(ctx.db, userId)).find((each) => each.invoiceId === invoiceId)
  if (!own) throw notFound('payment')
  if (await isKnown(ctx, id)) return askedBefore(id)
  const readNumber = await takeNumber(ctx.db)
  const intent = await findPaidIntent(ctx, invoiceId)
  const charge = intent === undefined ? undefined : await chargeOf(ctx, intent)
  if (!charge?.paid) {
    throw refused('no-payment', 'The payment provider has no money of this payment to send back.')
  }
  if (charge.disputed) {
    throw refused(
      'disputed',
      'The bank has this payment in a chargeback: it is decided there, and cannot be refunded here.',
    )
  }
  // Others may have refunded some of it without us hearing of it.
  const cents = await readRefundedCents(ctx.payments, charge)
  await updateRefund(ctx.db, invoiceId, { cents, readNumber })
  return async (trx) => {
    const payment = await lockPayment(trx, invoiceId)
    if (!payment) throw notFound('payment')
    const asked = (await findAskedRefunds(trx, [invoiceId])).get(invoiceId) ?? 0
    const leftCents = payment.amountCents - payment.refundedCents - asked
    if (await findAct(trx, id)) return { id, isNew: false, after: {} }
    if (leftCents !== Math.round(wish.seenLeft * 100)) {
      throw changed(`${formatCents(Math.max(0, leftCents))} of this payment is left by now.`)
    }
    if (amountCents > leftCents) {
      const words = `No more than ${formatCents(leftCents)} is left of it.`
      throw new Problem(400, 'bad-request', words, { fields: { amount: words } })
    }
    if (againOf) await requireSentBack(trx, againOf, invoiceId)
    const act = await insertAct(trx, {
      ...drafted(ctx, { id, userId, by, reason }),
      kind: 'refund',
      ...(againOf && { againOf }),
      subscriptionId: payment.subscriptionId,
      invoiceId,
      amountCents,
    })
    if (!act) throw changed('It has been sent again already.')
    await enqueueAct(trx, ctx, id)
    return {
      id,
      isNew: true,
      after: { amount: formatCents(amountCents), receipt: payment.number ?? invoiceId },
    }
  }
}

/** A repeated refund must replace one that came back, of the same payment. */
async function requireSentBack(trx: Trx, id: string, invoiceId: string): Promise<void> {
  const before = await findAct(trx, id)
  if (before?.invoiceId !== invoiceId) throw notFound('refund')
  if (before.state !== 'sent-back') throw changed('That refund has not come back.')
}

/** Prepares to move the end of a trial, or of a paid period, by this many days. */
export async function prepareDays(
  ctx: AppContext,
  { userId, by }: Asking,
  { id, days, seenUntil, reason }: GiveDays,
): Promise<Prepared> {
  if (await isKnown(ctx, id)) return askedBefore(id)
  const current = await currentOf(ctx, userId)
  const { row, live, state } = current
  const endsAt = periodEndOf(live)
  const verdict = decideDays(state, { endsAt, days, now: ctx.payments.providerNow() })
  if ('refusal' in verdict) throw refused(verdict.refusal, verdict.words)
  const { from, until } = verdict
  if (seenUntil && new Date(seenUntil).getTime() !== from.getTime()) {
    throw changed(`The period ends on ${formatDateAt(from)} by now.`)
  }
  const isGivenBefore = row.givenUntil?.getTime() === from.getTime()
  return async (trx) => {
    const act = await insertAct(trx, {
      ...drafted(ctx, { id, userId, by, reason }),
      kind: 'days',
      subscriptionId: row.id,
      days,
      fromAt: from,
      untilAt: until,
    })
    if (!act) return underWay(trx, id)
    // Counts from the moment at which the period really ends on that day.
    await updateGiven(trx, row.id, {
      givenDays: (isGivenBefore ? row.givenDays : 0) + days,
      givenUntil: until,
      givenTo: isGivenBefore ? row.givenTo : live.status === 'trialing' ? 'trial' : 'period',
    })
    await enqueueAct(trx, ctx, id)
    return { id, isNew: true, after: { days, until: formatDateAt(until) ?? '' } }
  }
}

/** Prepares to end a membership, at once or with its period. */
export async function prepareEnd(
  ctx: AppContext,
  { userId, by }: Asking,
  { id, when, reason }: EndMembership,
): Promise<Prepared> {
  if (await isKnown(ctx, id)) return askedBefore(id)
  const { row, live, state } = await currentOf(ctx, userId)
  const refusal = decideEnd(state, when)
  if (refusal) throw refused(refusal.code, refusal.words)
  return async (trx) => {
    const act = await insertAct(trx, {
      ...drafted(ctx, { id, userId, by, reason }),
      kind: when === 'now' ? 'end-now' : 'end-later',
      subscriptionId: row.id,
      untilAt: when === 'now' ? null : periodEndOf(live),
    })
    if (!act) return underWay(trx, id)
    await enqueueAct(trx, ctx, id)
    return {
      id,
      isNew: true,
      after: { when: when === 'now' ? 'at once' : 'with its period' },
    }
  }
}

function drafted(
  ctx: AppContext,
  { by, ...act }: { id: string; userId: string; by: string; reason: string },
) {
  return { ...act, askedBy: by, askedAt: ctx.now() }
}

async function enqueueAct(trx: Trx, ctx: AppContext, id: string): Promise<void> {
  const startAfter = new Date(ctx.now().getTime() + QUEUE_AFTER_MS)
  await ctx.jobs.send(trx, MEMBERSHIP_ACTS_QUEUE, { actId: id }, { singletonKey: id, startAfter })
}

async function isKnown(ctx: AppContext, id: string): Promise<boolean> {
  return (await findAct(ctx.db, id)) !== undefined
}

/** For the same press of a button, received a second time. */
function askedBefore(id: string): Prepared {
  return async () => ({ id, isNew: false, after: {} })
}

/** The same act once more; throws 409 when another act was quicker. */
async function underWay(trx: Trx, id: string): Promise<AskedAct> {
  if (await findAct(trx, id)) return { id, isNew: false, after: {} }
  throw changed('Something else is being done to this membership.')
}

/** The current subscription, with errors worded for an owner, who is not the member. */
async function currentOf(ctx: AppContext, userId: string): Promise<CurrentSubscription> {
  try {
    return await getCurrentSubscription(ctx, userId)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'unknown-to-provider') throw error
    throw refused(
      'unknown-to-provider',
      'The payment provider does not know this membership, so nothing can be done to it there.',
    )
  }
}

/** End of the paid period, or of the trial. */
export function periodEndOf({ items }: Stripe.Subscription): Date {
  const [item] = items.data
  return new Date((item?.current_period_end ?? 0) * 1000)
}

function refused(code: string, words: string): Problem {
  return new Problem(409, code, words)
}

function changed(words: string): Problem {
  return new Problem(409, 'changed-meanwhile', `${words} Nothing was done: look again.`)
}
