import type Stripe from 'stripe'
import type { Trx } from '#app/db/database.ts'
import { WATCHED_MS } from '#app/membership/membership.facts.ts'
import { enqueueMembershipMail } from '#app/membership/server/mails/mails.ts'
import {
  findEmailOf,
  takeNumber,
  updateRefund,
} from '#app/membership/server/subscription/subscriptions.queries.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Queue } from '#app/server/jobs/job-workers.ts'
import { announce } from '#app/server/live.ts'
import { isAlive, listRefunds, paymentCall, readRefundedCents } from '#app/server/payments.ts'
import {
  type ActRow,
  findRefundsSince,
  isRefundedByUs,
  lockPayment,
  markSentBack,
} from './acts.queries.ts'
import { chargeOf, findPaidIntent, REFUND_MARK } from './provider.ts'

/** The queue that looks whether a refund of a payment has come back, by its invoice. */
export const REFUNDS_SENT_BACK_QUEUE = 'refunds-sent-back'

/** Told what came back, for the audit, in the transaction that records it. */
type OnSentBack = (
  trx: Trx,
  ctx: AppContext,
  act: { userId: string; amountCents: number; receipt: string; problem: string },
) => Promise<void>

export function refundsSentBackQueue(onSentBack: OnSentBack): Queue {
  return {
    work: (ctx, { invoiceId }: { invoiceId: string }) =>
      lookForSentBack(ctx, invoiceId, onSentBack),
  }
}

/** Banks send refunds back for weeks, and not every event about it arrives. */
export const refundsWatchedQueue: Queue = {
  cron: '23 5 * * *',
  work: async (ctx) => {
    const since = new Date(ctx.now().getTime() - WATCHED_MS)
    for (const invoiceId of await findRefundsSince(ctx.db, since)) {
      await ctx.db.transaction().execute((trx) => promiseLook(trx, ctx, invoiceId))
    }
  },
}

/**
 * For the transaction that hears of money that moved: a job looks afterwards whether it is a refund
 * of ours.
 */
export async function lookAfterRefunds(
  trx: Trx,
  ctx: AppContext,
  invoiceId: string,
): Promise<void> {
  if (await isRefundedByUs(trx, invoiceId)) await promiseLook(trx, ctx, invoiceId)
}

async function promiseLook(trx: Trx, ctx: AppContext, invoiceId: string): Promise<void> {
  await ctx.jobs.send(trx, REFUNDS_SENT_BACK_QUEUE, { invoiceId }, { singletonKey: invoiceId })
}

/**
 * Reads each refund that we took for done from the provider, and records those that failed.
 * Idempotent, and safe to run concurrently.
 */
async function lookForSentBack(
  ctx: AppContext,
  invoiceId: string,
  onSentBack: OnSentBack,
): Promise<void> {
  const intent = await findPaidIntent(ctx, invoiceId)
  if (!intent) return
  const failed = (await listRefunds(ctx.payments, intent)).filter((refund) => !isAlive(refund))
  if (failed.length === 0) return
  const readNumber = await takeNumber(ctx.db)
  const charge = await chargeOf(ctx, intent)
  const cents = charge ? await readRefundedCents(ctx.payments, charge) : undefined
  // A chargeback also takes back what was refunded: the bank decides about all of it.
  const isDisputed = charge?.disputed === true && !(await isWon(ctx, intent))
  for (const refund of failed) {
    const actId = refund.metadata?.[REFUND_MARK]
    if (!actId) continue
    const problem = isDisputed ? 'charge_disputed' : (refund.failure_reason ?? 'failed')
    await ctx.db.transaction().execute(async (trx) => {
      const act = await markSentBack(trx, { id: actId, refundId: refund.id, problem })
      if (!act) return
      ctx.log.error({ act: actId, problem }, 'a refund of an owner was sent back')
      const payment = await lockPayment(trx, invoiceId)
      if (cents !== undefined) await updateRefund(trx, invoiceId, { cents, readNumber })
      const { userId, amountCents } = act
      if (!userId || !amountCents) return
      const receipt = payment?.number ?? invoiceId
      await onSentBack(trx, ctx, { userId, amountCents, receipt, problem })
      if (!isDisputed) await tell(trx, ctx, act, payment)
      await announce(trx, 'accounts', JSON.stringify({ userId }))
    })
  }
}

async function isWon(ctx: AppContext, intent: string): Promise<boolean> {
  const { data } = await paymentCall(() =>
    ctx.payments.stripe.disputes.list({ payment_intent: intent, limit: 1 }),
  )
  return data.every(({ status }: Stripe.Dispute) => status === 'won')
}

async function tell(
  trx: Trx,
  ctx: AppContext,
  { id, userId, amountCents }: ActRow,
  payment: { number: string | null; paidAt: Date } | undefined,
): Promise<void> {
  const to = userId ? await findEmailOf(trx, userId) : undefined
  if (!to || !amountCents) return
  await enqueueMembershipMail(trx, ctx, {
    template: 'refund-sent-back',
    key: `refund-sent-back:${id}`,
    to,
    data: { amountCents, number: payment?.number ?? null, paidAt: payment?.paidAt ?? null },
  })
}
