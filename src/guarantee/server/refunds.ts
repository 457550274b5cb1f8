import Stripe from 'stripe'
import type { AppContext } from '#app/server/context.ts'
import { NotTaken } from '#app/server/jobs/jobs.ts'
import { isAlive, listRefunds, paymentCall, readRefundedCents } from '#app/server/payments.ts'
import { DAY_MS } from '#app/shared/dates.ts'
import { isWatched, sumPaid } from './claim.rules.ts'
import {
  countTry,
  findClaim,
  findRefund,
  findRefunds,
  fixRefund,
  freeRefund,
  type RefundRow,
  settleRefund,
  unsettleRefund,
  updateClaim,
} from './claims.queries.ts'
import { finish, refuse, tell } from './claims.ts'
import {
  findPaymentIntent,
  lockGuaranteeById,
  noteDispute,
  noteRefunded,
} from './guarantee.queries.ts'
import { readCharge, readDispute, readMoney } from './reading.ts'
import { readStanding } from './standing.ts'

/** How long the provider remembers an idempotency key and repeats its first answer. */
const KEY_KEPT_MS = DAY_MS
/** How often one try reads the facts again after a refusal; beyond that, the job is retried. */
const ROUNDS = 3

/**
 * Pays a claim back, payment by payment, until the provider confirms each. Idempotent, and safe to kill or
 * run concurrently: the amount is stored before the request, the request carries one idempotency key, and
 * refunds that the provider already has are found there.
 */
export async function payBack(ctx: AppContext, guaranteeId: string): Promise<void> {
  const claim = await findClaim(ctx.db, guaranteeId)
  if (claim?.state !== 'paying') return
  await countTry(ctx.db, guaranteeId, ctx.now())
  let failure: unknown
  for (const refund of await findRefunds(ctx.db, guaranteeId)) {
    if (refund.state === 'paid' || refund.state === 'nothing' || refund.state === 'stuck') continue
    try {
      await payOne(ctx, refund)
    } catch (error) {
      // One failure must not hold up the others.
      failure ??= error
    }
  }
  await conclude(ctx, guaranteeId)
  if (failure) throw failure
  const left = await findRefunds(ctx.db, guaranteeId)
  if (left.some(({ state }) => state === 'sent' || state === 'due')) {
    throw new NotTaken('a refund is on its way')
  }
}

async function payOne(ctx: AppContext, given: RefundRow): Promise<void> {
  const intent = await findPaymentIntent(ctx.db, given.invoiceId)
  if (!intent) return leaveToPerson(ctx, given, 'no-payment')
  let refund: RefundRow | undefined = given
  for (let round = 0; refund && round < ROUNDS; round += 1) {
    if (await takeFromProvider(ctx, refund, intent)) return
    const amountCents = await settleAmount(ctx, refund, intent)
    if (amountCents === undefined) return
    const fixed = await findRefund(ctx.db, refund.id)
    if (!fixed || fixed.amountCents === null) return
    if (await ask(ctx, fixed, { intent, amountCents: fixed.amountCents })) return
    refund = await findRefund(ctx.db, refund.id)
  }
  throw new NotTaken('what is paid back changes all the while')
}

/** Looks for the refund at the provider and records its state; returns false if there is none. */
async function takeFromProvider(
  ctx: AppContext,
  refund: RefundRow,
  intent: string,
): Promise<boolean> {
  const all = await listRefunds(ctx.payments, intent)
  const ours = all.filter(({ metadata }) => metadata?.[MARK] === refund.id)
  const alive = ours.find(isAlive)
  if (alive) {
    await takeAnswer(ctx, refund, alive)
    return true
  }
  // Failures of earlier attempts were known when this attempt began.
  const failed = ours.find(({ metadata }) => metadata?.[ATTEMPT] === String(refund.attempt))
  if (!failed || refund.amountCents === null) return false
  await leaveToPerson(ctx, refund, failed.failure_reason ?? 'failed')
  return true
}

const MARK = 'guarantee_refund'
const ATTEMPT = 'guarantee_attempt'

async function takeAnswer(ctx: AppContext, { id }: RefundRow, answer: Stripe.Refund) {
  const isPaid = answer.status === 'succeeded'
  await settleRefund(ctx.db, id, {
    refundId: answer.id,
    amountCents: answer.amount,
    state: isPaid ? 'paid' : 'sent',
    paidAt: isPaid ? new Date(answer.created * 1000) : null,
    problem: null,
  })
}

/** Stores the amount to refund and returns it; undefined if there is nothing to refund. */
async function settleAmount(
  ctx: AppContext,
  refund: RefundRow,
  intent: string,
): Promise<number | undefined> {
  const { id, attempt, attemptedAt, feeCents } = refund
  const now = ctx.now()
  const isAsked = refund.amountCents !== null && attemptedAt !== null
  // The answer was lost: repeating it with the same key is the same request.
  if (isAsked && now.getTime() - attemptedAt.getTime() < KEY_KEPT_MS) {
    return refund.amountCents ?? undefined
  }
  const charge = await readCharge(ctx, intent)
  if (!charge?.paid) {
    await leaveToPerson(ctx, refund, 'no-payment')
    return
  }
  const dispute = charge.disputed ? await readDispute(ctx, intent) : null
  if (dispute === 'open' || dispute === 'lost') {
    await noteDispute(ctx.db, refund.invoiceId, dispute)
    await leaveToPerson(ctx, refund, `chargeback-${dispute}`)
    return
  }
  const amountCents = Math.max(0, feeCents - (await readRefundedCents(ctx.payments, charge)))
  if (amountCents === 0) {
    // Another process may have been faster and paid it.
    if (await takeFromProvider(ctx, refund, intent)) return
    await settleRefund(ctx.db, id, { state: 'nothing', amountCents: 0 })
    return
  }
  await fixRefund(ctx.db, { id, attempt, amountCents, now })
  return amountCents
}

/** Requests the refund; returns false if the facts have to be read again. */
async function ask(
  ctx: AppContext,
  refund: RefundRow,
  { intent, amountCents }: { intent: string; amountCents: number },
): Promise<boolean> {
  const { id, attempt } = refund
  try {
    const answer = await paymentCall(() =>
      ctx.payments.stripe.refunds.create(
        {
          payment_intent: intent,
          amount: amountCents,
          reason: 'requested_by_customer',
          metadata: { [MARK]: id, [ATTEMPT]: String(attempt) },
        },
        { idempotencyKey: `guarantee:${id}:${attempt}` },
      ),
    )
    if (answer.status === 'failed' || answer.status === 'canceled') {
      await leaveToPerson(ctx, refund, answer.failure_reason ?? 'failed')
    } else await takeAnswer(ctx, refund, answer)
    return true
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    ctx.log.error({ err: error, refund: id }, 'the provider refuses a refund under the guarantee')
    // The provider refused, so no money went out: part was refunded elsewhere, or a chargeback was opened.
    if (await isOtherwiseNow(ctx, refund, intent)) return false
    await leaveToPerson(ctx, refund, error.code ?? 'refused')
    return true
  }
}

/** Tells whether the facts have changed since the amount was stored; if so, clears the amount. */
async function isOtherwiseNow(ctx: AppContext, refund: RefundRow, intent: string) {
  const charge = await readCharge(ctx, intent)
  const gone = charge ? await readRefundedCents(ctx.payments, charge) : 0
  const left = Math.max(0, refund.feeCents - gone)
  if (!charge?.disputed && left === refund.amountCents) return false
  await freeRefund(ctx.db, refund)
  return true
}

/** Leaves the refund to a person and logs an error, which raises an alarm. */
async function leaveToPerson(ctx: AppContext, { id }: RefundRow, problem: string): Promise<void> {
  ctx.log.error({ refund: id, problem }, 'a refund under the guarantee cannot be paid')
  await settleRefund(ctx.db, id, { state: 'stuck', problem })
}

/**
 * Looks for refunds that banks have returned, which happens days after they seemed to arrive. The money is
 * then unpaid: the claim opens again for us, the owner is told, and a person finds another way.
 */
export async function lookForSentBack(ctx: AppContext, guaranteeId: string): Promise<void> {
  const now = ctx.payments.providerNow()
  for (const refund of await findRefunds(ctx.db, guaranteeId)) {
    if (isWatched(refund, now)) await lookAtPaid(ctx, refund)
  }
}

async function lookAtPaid(ctx: AppContext, { id, guaranteeId, invoiceId, refundId }: RefundRow) {
  const intent = await findPaymentIntent(ctx.db, invoiceId)
  const all = intent ? await listRefunds(ctx.payments, intent) : []
  const failed = all.find((each) => each.id === refundId && !isAlive(each))
  if (!intent || !refundId || !failed) return
  // A chargeback of a refunded payment cancels the refund.
  const { dispute, refundedCents } = await readMoney(ctx, intent)
  const isTakenBack = dispute === 'open' || dispute === 'lost'
  const problem = isTakenBack ? `chargeback-${dispute}` : (failed.failure_reason ?? 'failed')
  ctx.log.error({ refund: id, problem }, 'a refund under the guarantee was sent back')
  await ctx.db.transaction().execute(async (trx) => {
    const row = await lockGuaranteeById(trx, guaranteeId)
    if (!row || !(await unsettleRefund(trx, { id, refundId, problem }))) return
    await noteRefunded(trx, invoiceId, refundedCents)
    if (isTakenBack) await noteDispute(trx, invoiceId, dispute)
    const claim = await findClaim(trx, guaranteeId)
    const paidCents = sumPaid(await findRefunds(trx, guaranteeId))
    const isOver = claim?.state === 'paid'
    await updateClaim(trx, guaranteeId, {
      paidCents,
      ...(isOver && { state: 'paying' as const, paidAt: null }),
    })
    const now = ctx.payments.providerNow()
    if (!isTakenBack) {
      await tell(trx, ctx, await readStanding(trx, row, now), 'sent-back', `${refundId}`)
    }
  })
  await conclude(ctx, guaranteeId)
}

/** Marks the claim as paid, or refused after all, once nothing is left to do at the provider. */
async function conclude(ctx: AppContext, guaranteeId: string): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const row = await lockGuaranteeById(trx, guaranteeId)
    const claim = await findClaim(trx, guaranteeId)
    if (!row || claim?.state !== 'paying') return
    const refunds = await findRefunds(trx, guaranteeId)
    const paidCents = sumPaid(refunds)
    await updateClaim(trx, guaranteeId, { paidCents })
    if (refunds.some(({ state }) => state === 'due' || state === 'sent')) return
    const standing = await readStanding(trx, row, ctx.payments.providerNow())
    const stuck = refunds.filter(({ state }) => state === 'stuck')
    if (stuck.length === 0) {
      // All of it was refunded by other means.
      if (paidCents === 0) return refuse(trx, ctx, standing, 'paid-back')
      return finish(trx, ctx, standing, paidCents)
    }
    const chargeback = stuck.find(({ problem }) => problem?.startsWith('chargeback-'))
    if (!chargeback) return
    await refuse(
      trx,
      ctx,
      standing,
      chargeback.problem === 'chargeback-lost' ? 'chargeback-lost' : 'chargeback-open',
    )
  })
}
