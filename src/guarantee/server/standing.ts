import type { Database } from '#app/db/database.ts'
import { GOING_STATUSES } from '#app/guarantee/guarantee.facts.ts'
import { type ClaimVerdict, type DuePayment, judgeYear, type YearSums } from './claim.rules.ts'
import { type ClaimRow, findClaim, findRefunds, type RefundRow } from './claims.queries.ts'
import { dueOf, feeOf } from './fee.rules.ts'
import {
  findPaymentsOf,
  findSubscriptionsOf,
  type GuaranteeRow,
  type PaymentRow,
} from './guarantee.queries.ts'
import { paidRuns, type Run, runsWithin, type Year, yearOf } from './paid-time.rules.ts'
import { readYearSums } from './savings.ts'

/** A payment with the part of it that is the year's fee. */
export type CountedPayment = PaymentRow & DuePayment

export type GuaranteeStanding = {
  row: GuaranteeRow
  runs: Run[]
  /** Whether a subscription continues and brings further payments. */
  going: 'on' | 'ending' | 'ended'
  year: Year | undefined
  payments: CountedPayment[]
  savings: YearSums
  claim: ClaimRow | undefined
  refunds: RefundRow[]
  verdict: ClaimVerdict
}

/** Derives the state of a guarantee from stored data, at a moment of the payment provider's clock. */
export async function readStanding(
  db: Database,
  row: GuaranteeRow,
  now: Date,
): Promise<GuaranteeStanding> {
  const rows = (await findPaymentsOf(db, row.id)).map(withMoments)
  const runs = paidRuns(rows)
  const year = yearOf(runs, now)
  const claim = await findClaim(db, row.id)
  const refunds = claim ? await findRefunds(db, row.id) : []
  const payments = year ? rows.map((each) => countPayment(each, year)) : []
  const savings = year
    ? await readYearSums(db, row.userId, runsWithin(runs, year))
    : { recordedCents: 0, confirmedCents: 0, waitingCents: 0 }
  const decided = claim && claim.state !== 'refused' ? claim.state : null
  const going = row.userId === null ? 'ended' : goingOn(await findSubscriptionsOf(db, row.userId))
  const verdict = judgeYear({
    now,
    year,
    going,
    payments,
    decided,
    hadBefore: row.hadBefore === true,
    savings: afterLooking(savings, claim),
  })
  return { row, runs, going, year, payments, savings, claim, refunds, verdict }
}

/** Clears the waiting part after a person has checked it and refused, unless more was confirmed since. */
function afterLooking(savings: YearSums, claim: ClaimRow | undefined): YearSums {
  const isLookedAt = claim?.refusal === 'confirmed' && claim.decidedBy !== null
  return isLookedAt && savings.confirmedCents <= claim.confirmedCents
    ? { ...savings, waitingCents: 0 }
    : savings
}

type Moments = Omit<PaymentRow, 'lines'> & { lines: Array<{ from: Date; to: Date; cents: number }> }

function withMoments({ lines, ...row }: PaymentRow): Moments {
  return {
    ...row,
    lines: lines.map(({ from, to, cents }) => ({ from: new Date(from), to: new Date(to), cents })),
  }
}

function countPayment(payment: Moments, year: Year): CountedPayment {
  return {
    ...payment,
    lines: [],
    feeCents: feeOf(payment, year),
    dueCents: dueOf(payment, year),
    wonAt: payment.disputeWonAt,
  }
}

type Subscription = Awaited<ReturnType<typeof findSubscriptionsOf>>[number]

function goingOn(subscriptions: Subscription[]): 'on' | 'ending' | 'ended' {
  const live = subscriptions.filter(
    ({ status, duplicateOf }) => GOING_STATUSES.includes(status) && duplicateOf === null,
  )
  if (live.some(({ cancelAtPeriodEnd, cancelAt }) => !cancelAtPeriodEnd && cancelAt === null)) {
    return 'on'
  }
  return live.length > 0 ? 'ending' : 'ended'
}
