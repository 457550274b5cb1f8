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

/** So long the provider knows a key again, and answers a second call as it answered the first. */
const KEY_KEPT_MS = DAY_MS
/** After a refusal the facts are read again; facts that change as often wait for the next try. */
const ROUNDS = 3

/**
 * Pays back what a claim is for, payment by payment, until the provider says of each that it is done.
 * May be killed anywhere, done again and done by several at once: the amount is written down before it
 * is asked for, one key goes with it, and what the provider already has is found there.
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
      // One that fails keeps none of the others back.
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

/** Whether the provider has it already, and what it says of it. */
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
  // Those of attempts before were known to have failed when this one was begun.
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

/** What is to be asked for, written down; undefined where there is nothing to ask for. */
async function settleAmount(
  ctx: AppContext,
  refund: RefundRow,
  intent: string,
): Promise<number | undefined> {
  const { id, attempt, attemptedAt, feeCents } = refund
  const now = ctx.now()
  const isAsked = refund.amountCents !== null && attemptedAt !== null
  // Nobody has heard the answer: asked again with the same key it is the same call.
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
    // Another process may have been quicker, and this is what it has paid.
    if (await takeFromProvider(ctx, refund, intent)) return
    await settleRefund(ctx.db, id, { state: 'nothing', amountCents: 0 })
    return
  }
  await fixRefund(ctx.db, { id, attempt, amountCents, now })
  return amountCents
}

/** False where the facts are to be read again. */
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
    // It has said no, so nothing went out: others have paid some of it back, or a chargeback was opened.
    if (await isOtherwiseNow(ctx, refund, intent)) return false
    await leaveToPerson(ctx, refund, error.code ?? 'refused')
    return true
  }
}

/** Whether the facts are others than those that were asked by; what was fixed is free again then. */
async function isOtherwiseNow(ctx: AppContext, refund: RefundRow, intent: string) {
  const charge = await readCharge(ctx, intent)
  const gone = charge ? await readRefundedCents(ctx.payments, charge) : 0
  const left = Math.max(0, refund.feeCents - gone)
  if (!charge?.disputed && left === refund.amountCents) return false
  await freeRefund(ctx.db, refund)
  return true
}

/** It waits for a person, and an alarm says so. */
async function leaveToPerson(ctx: AppContext, { id }: RefundRow, problem: string): Promise<void> {
  ctx.log.error({ refund: id, problem }, 'a refund under the guarantee cannot be paid')
  await settleRefund(ctx.db, id, { state: 'stuck', problem })
}

/**
 * Banks send refunds back, days after they seemed to have arrived. Then the money is not paid: the claim
 * is open to us again, whoever it belongs to is told, and one of us finds another way.
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
  // A chargeback of what had been paid back takes the refund with it.
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

/** When nothing is left to do for the provider, the claim is paid, or refused after all. */
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
      // All of it had gone back otherwise.
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
