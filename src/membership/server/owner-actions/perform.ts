import Stripe from 'stripe'
import type { Trx } from '#app/db/database.ts'
import { draftInvoiceOf } from '#app/membership/server/account/current-subscription.ts'
import { enqueueMembershipMail } from '#app/membership/server/mails/mails.ts'
import { isEndedStatus } from '#app/membership/server/membership.rules.ts'
import { refundInvoice } from '#app/membership/server/subscription/refunds.ts'
import {
  findEmailOf,
  findSubscription,
  takeNumber,
  updateRefund,
} from '#app/membership/server/subscription/subscriptions.queries.ts'
import { syncSubscription } from '#app/membership/server/subscription/sync.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Queue } from '#app/server/jobs/job-workers.ts'
import { NotTaken } from '#app/server/jobs/jobs.ts'
import { announce } from '#app/server/live.ts'
import {
  isUnknownToProvider,
  listRefunds,
  paymentCall,
  readRefundedCents,
} from '#app/server/payments.ts'
import {
  type ActRow,
  endAct,
  findAct,
  lockPayment,
  noteRefund,
  updateGiven,
} from './acts.queries.ts'
import { periodEndOf } from './acts.ts'
import { chargeOf, findPaidIntent, REFUND_MARK } from './provider.ts'

export const membershipActsQueue: Queue = {
  work: (ctx, { actId }: { actId: string }) => performAct(ctx, actId),
}

/**
 * Performs a requested act, until the provider says that it is done or never will be. May be killed
 * anywhere, repeated, and run concurrently: each call has an idempotency key, and what the provider
 * has is looked for first. Throws while the outcome is not known.
 */
export async function performAct(ctx: AppContext, id: string): Promise<void> {
  const act = await findAct(ctx.db, id)
  if (act?.state !== 'asked') return
  try {
    await WORK[act.kind](ctx, act)
  } catch (error) {
    // The provider refuses it, so nothing was done.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    ctx.log.error({ err: error, act: id, kind: act.kind }, 'the provider refuses an act')
    await refuse(ctx, act, error.code ?? 'refused')
  }
}

const WORK: Record<ActRow['kind'], (ctx: AppContext, act: ActRow) => Promise<void>> = {
  refund,
  days: giveDays,
  'end-now': endNow,
  'end-later': endLater,
}

async function refund(ctx: AppContext, act: ActRow): Promise<void> {
  const { id, invoiceId, amountCents } = act
  if (!invoiceId || !amountCents) return
  const intent = await findPaidIntent(ctx, invoiceId)
  if (!intent) return refuse(ctx, act, 'no-payment')
  const answer = (await findRefund(ctx, intent, id)) ?? (await askForRefund(ctx, act, intent))
  if (answer.status === 'failed' || answer.status === 'canceled') {
    return refuse(ctx, act, answer.failure_reason ?? 'failed')
  }
  if (answer.status !== 'succeeded') {
    await noteRefund(ctx.db, id, answer.id)
    throw new NotTaken('a refund is on its way')
  }
  const readNumber = await takeNumber(ctx.db)
  const charge = await chargeOf(ctx, intent)
  const cents = charge ? await readRefundedCents(ctx.payments, charge) : answer.amount
  await finish(ctx, act, async (trx) => {
    const payment = await lockPayment(trx, invoiceId)
    await updateRefund(trx, invoiceId, { cents, readNumber })
    await tell(trx, ctx, act, {
      template: 'refunded',
      data: {
        amountCents: answer.amount,
        number: payment?.number ?? null,
        paidAt: payment?.paidAt ?? null,
      },
    })
  })
  await noteRefund(ctx.db, id, answer.id)
}

async function findRefund(
  ctx: AppContext,
  intent: string,
  id: string,
): Promise<Stripe.Refund | undefined> {
  const all = await listRefunds(ctx.payments, intent)
  return all.find(({ metadata }) => metadata?.[REFUND_MARK] === id)
}

async function askForRefund(
  ctx: AppContext,
  { id, amountCents }: ActRow,
  intent: string,
): Promise<Stripe.Refund> {
  return paymentCall(() =>
    ctx.payments.stripe.refunds.create(
      {
        payment_intent: intent,
        amount: amountCents ?? 0,
        reason: 'requested_by_customer',
        metadata: { [REFUND_MARK]: id },
      },
      { idempotencyKey: `desk:${id}` },
    ),
  )
}

/**
 * Sets the end of the period to a date, so that repeating it does nothing. The provider calls the
 * time until then a trial, and charges for no part of it.
 */
async function giveDays(ctx: AppContext, act: ActRow): Promise<void> {
  const { id, subscriptionId, fromAt, untilAt, days } = act
  if (!fromAt || !untilAt || !days) return
  const live = await paymentCall(() => ctx.payments.stripe.subscriptions.retrieve(subscriptionId))
  const endsAt = periodEndOf(live).getTime()
  if (endsAt !== untilAt.getTime()) {
    if (endsAt !== fromAt.getTime() || isEndedStatus(live.status)) return refuse(ctx, act, 'moved')
    const until = Math.floor(untilAt.getTime() / 1000)
    // A subscription with an end date of its own ends so much later.
    const isDated = live.cancel_at !== null && !live.cancel_at_period_end
    await paymentCall(() =>
      ctx.payments.stripe.subscriptions.update(
        subscriptionId,
        { trial_end: until, proration_behavior: 'none', ...(isDated && { cancel_at: until }) },
        { idempotencyKey: keyOf(ctx, id) },
      ),
    )
  }
  await syncSubscription(ctx, subscriptionId)
  const row = await findSubscription(ctx.db, subscriptionId)
  await finish(ctx, act, (trx) =>
    tell(trx, ctx, act, {
      template: 'days-given',
      data: {
        days,
        until: untilAt,
        isTrial: row?.givenTo === 'trial',
        isEnding: Boolean(row?.cancelAtPeriodEnd || row?.cancelAt),
      },
    }),
  )
}

const ONE_TRY_MS = 30_000

/** The provider repeats its answer to a key, failures included, so a later try needs another key. */
function keyOf({ now }: Pick<AppContext, 'now'>, id: string): string {
  return `desk:${id}:${Math.floor(now().getTime() / ONE_TRY_MS)}`
}

/** Enqueues no mail of its own: the mail of any end is sent by the sync. */
async function endNow(ctx: AppContext, act: ActRow): Promise<void> {
  const { subscriptionId } = act
  const { stripe } = ctx.payments
  const live = await paymentCall(() =>
    stripe.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice'] }),
  )
  if (!isEndedStatus(live.status)) {
    await paymentCall(() => stripe.subscriptions.cancel(subscriptionId)).catch((error: unknown) => {
      // Another call was quicker.
      if (!isUnknownToProvider(error)) throw error
    })
  }
  const draft = draftInvoiceOf(live)
  if (draft) await refundInvoice(ctx, draft.id, 'requested_by_customer')
  await syncSubscription(ctx, subscriptionId)
  await finish(ctx, act, async () => {})
}

async function endLater(ctx: AppContext, act: ActRow): Promise<void> {
  const { id, subscriptionId } = act
  const { subscriptions } = ctx.payments.stripe
  const live = await paymentCall(() => subscriptions.retrieve(subscriptionId))
  if (isEndedStatus(live.status)) return refuse(ctx, act, 'ended')
  if (!live.cancel_at_period_end) {
    await paymentCall(() =>
      subscriptions.update(
        subscriptionId,
        { cancel_at_period_end: true },
        { idempotencyKey: keyOf(ctx, id) },
      ),
    )
  }
  await syncSubscription(ctx, subscriptionId)
  await finish(ctx, act, async () => {})
}

/** Ends the act and runs what follows from it, once: of several concurrent calls the first does it. */
async function finish(
  ctx: AppContext,
  { id }: ActRow,
  then: (trx: Trx) => Promise<void>,
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const ended = await endAct(trx, id, { state: 'done', problem: null, doneAt: ctx.now() })
    if (!ended) return
    await then(trx)
    if (ended.userId) await announce(trx, 'accounts', JSON.stringify({ userId: ended.userId }))
  })
}

/** Records that the act never will be done, and why; takes days back that were counted as given. */
async function refuse(ctx: AppContext, act: ActRow, problem: string): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const ended = await endAct(trx, act.id, { state: 'refused', problem, doneAt: ctx.now() })
    if (ended?.kind !== 'days') return
    const row = await findSubscription(trx, act.subscriptionId)
    if (row?.givenUntil?.getTime() !== ended.untilAt?.getTime()) return
    const givenDays = Math.max(0, (row?.givenDays ?? 0) - (ended.days ?? 0))
    await updateGiven(trx, act.subscriptionId, {
      givenDays,
      givenUntil: givenDays > 0 ? ended.fromAt : null,
      givenTo: givenDays > 0 ? (row?.givenTo ?? null) : null,
    })
  })
}

type Told = Extract<
  Parameters<typeof enqueueMembershipMail>[2],
  { template: 'refunded' | 'days-given' }
>
type Telling = { [M in Told as M['template']]: Pick<M, 'template' | 'data'> }[Told['template']]

/** Enqueues the mail, unless the account is gone. */
async function tell(trx: Trx, ctx: AppContext, { id, userId }: ActRow, mail: Telling) {
  const to = userId ? await findEmailOf(trx, userId) : undefined
  if (!to) return
  const key = `${mail.template}:${id}`
  await enqueueMembershipMail(trx, ctx, { ...mail, key, to } as Told)
}
