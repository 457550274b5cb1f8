import type { Guarantee, YearPayment, YearSaving } from '#app/guarantee/guarantee.contract.ts'
import { GOAL_CENTS } from '#app/guarantee/guarantee.facts.ts'
import { readRecorded } from '#app/savings/server/ledger.ts'
import type { AppContext } from '#app/server/context.ts'
import { businessDay } from '#app/shared/dates.ts'
import { meterCents } from './claim.rules.ts'
import type { RefundRow } from './claims.queries.ts'
import { findGuarantee, hasUnreadChanges } from './guarantee.queries.ts'
import { runsWithin } from './paid-time.rules.ts'
import { type CountedPayment, type GuaranteeStanding, readStanding } from './standing.ts'

/** Returns a member's guarantee from stored data, without asking the payment provider. */
export async function readGuarantee(ctx: AppContext, userId: string): Promise<Guarantee> {
  const [row, isBehind] = await Promise.all([
    findGuarantee(ctx.db, userId),
    hasUnreadChanges(ctx.db, userId),
  ])
  if (!row) return { ...NOTHING, isBehind }
  const standing = await readStanding(ctx.db, row, ctx.payments.providerNow())
  const { year, runs, verdict } = standing
  if (!year) return { ...NOTHING, isBehind }
  if (verdict.state === 'had') return { ...NOTHING, state: verdict.state }
  const { rows } = await readRecorded(ctx.db, userId, runsWithin(runs, year))
  return describe(
    standing,
    isBehind,
    rows
      .filter(({ state }) => state === 'recorded' || state === 'confirmed')
      .map(
        (saving): YearSaving => ({
          boughtOn: saving.boughtOn ?? '',
          brandName: saving.brandName,
          saving: saving.savingCents / 100,
          isConfirmed: saving.state === 'confirmed',
          isWaiting: saving.state === 'confirmed' && saving.waitsFor !== null,
        }),
      ),
  )
}

const NOTHING: Guarantee = {
  state: 'none',
  refusal: null,
  startsOn: null,
  endsOn: null,
  isBehind: false,
  paidMonths: 0,
  goal: GOAL_CENTS / 100,
  recorded: 0,
  confirmed: 0,
  meter: 0,
  claimUntil: null,
  toPay: 0,
  paidBack: 0,
  isForPerson: false,
  goesOn: false,
  askedOn: null,
  heldUntil: null,
  paidOn: null,
  payments: [],
  savings: [],
}

/** Describes the guarantee to its owner. */
function describe(
  { year, going, payments, savings, claim, refunds, verdict }: GuaranteeStanding,
  isBehind: boolean,
  rows: YearSaving[],
): Guarantee {
  const refundOf = new Map(refunds.map((refund) => [refund.invoiceId, refund]))
  const isDecided =
    claim !== undefined && verdict.state === claim.state && claim.state !== 'refused'
  const listed = payments
    .filter(({ feeCents }) => feeCents > 0)
    .map((payment) =>
      describePayment(payment, isDecided ? refundOf.get(payment.invoiceId) : undefined),
    )
  const due = listed.reduce((sum, each) => sum + Math.round(each.due * 100), 0)
  return {
    state: verdict.state,
    refusal: verdict.refusal,
    startsOn: year ? businessDay(year.startsAt) : null,
    endsOn: year ? businessDay(year.endsAt) : null,
    isBehind,
    // Shown in full months; fractions are only for the calculation.
    paidMonths: Math.floor((year?.paidMonths ?? 0) + 1e-6),
    goal: GOAL_CENTS / 100,
    recorded: savings.recordedCents / 100,
    confirmed: savings.confirmedCents / 100,
    meter: meterCents(savings) / 100,
    claimUntil: verdict.until ? businessDay(verdict.until) : null,
    toPay: (isDecided ? claim.dueCents : due) / 100,
    paidBack: (claim?.paidCents ?? 0) / 100,
    isForPerson: verdict.isForPerson,
    goesOn: going === 'on',
    askedOn: claim ? businessDay(claim.askedAt) : null,
    heldUntil: verdict.state === 'held' ? (claim?.heldUntil?.toISOString() ?? null) : null,
    paidOn: claim?.paidAt ? businessDay(claim.paidAt) : null,
    payments: listed,
    savings: rows,
  }
}

function describePayment(
  payment: CountedPayment,
  refund: GuaranteeStanding['refunds'][number] | undefined,
): YearPayment {
  const { feeCents, dueCents, cardBrand, cardLast4 } = payment
  const ours = refund?.state === 'paid' ? (refund.amountCents ?? 0) : 0
  // The provider reports our refund with a delay, so the fee minus our part went back earlier.
  const before = refund?.state === 'paid' && refund.refundId !== null ? refund.feeCents - ours : 0
  const due = !refund ? dueCents : refund.state === 'nothing' ? 0 : (refund.amountCents ?? dueCents)
  return {
    paidOn: businessDay(payment.paidAt),
    amount: payment.amountCents / 100,
    fee: feeCents / 100,
    refunded: Math.max(0, payment.refundedCents - ours, before) / 100,
    due: due / 100,
    card: cardBrand && cardLast4 ? { brand: cardBrand, last4: cardLast4 } : null,
    dispute: payment.dispute,
    refund: refund ? refundState(refund) : null,
  }
}

/** Returns `by-hand` for a refund that was paid without a provider refund id. */
export function refundState({ state, refundId }: RefundRow): YearPayment['refund'] {
  return state === 'paid' && refundId === null ? 'by-hand' : state
}
