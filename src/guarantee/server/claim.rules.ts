import {
  CLAIM_OPEN_MS,
  type ClaimRefusal,
  GOAL_CENTS,
  type GuaranteeState,
  whyNoFee,
  YEAR_MONTHS,
} from '#app/guarantee/guarantee.facts.ts'
import { WATCHED_MS } from '#app/membership/membership.facts.ts'
import type { Year } from './paid-time.rules.ts'

/** What was saved in the year, in cents, by date of purchase in Toronto. */
export type YearSums = {
  /** As recorded by the member. */
  recordedCents: number
  /** As reported by a network. */
  confirmedCents: number
  /** The confirmed part that rests on the price shown; a person checks it before it leads to a refusal. */
  waitingCents: number
}

/** A payment of the year. */
export type DuePayment = {
  feeCents: number
  dueCents: number
  dispute: 'open' | 'lost' | 'won' | null
  /** When we first saw that it was won. */
  wonAt: Date | null
}

/** Decisions that do not change by themselves. */
export type Decided = 'waiting' | 'held' | 'paying' | 'paid'

export type Facts = {
  now: Date
  year: Year | undefined
  /** Whether a subscription continues and brings further paid months. */
  going: 'on' | 'ending' | 'ended'
  savings: YearSums
  payments: DuePayment[]
  decided: Decided | null
  /** Whether another guarantee of the same person was paid out before this year began. */
  hadBefore: boolean
}

export type ClaimVerdict = {
  state: GuaranteeState
  refusal: ClaimRefusal | null
  /** The deadline for claiming or correcting. */
  until: Date | null
  /** Whether the outcome rests on rows that a person has to check. */
  isForPerson: boolean
}

/** Returns the state of a guarantee. */
export function judgeYear(facts: Facts): ClaimVerdict {
  const { year, decided, going, now } = facts
  if (!year) return verdict('none')
  const until = closesAt(year, facts.payments)
  if (decided) return verdict(decided, { until })
  if (facts.hadBefore) return verdict('had')
  if (!year.isWhole) {
    return verdict(going === 'on' ? 'running' : going === 'ending' ? 'leaving' : 'stopped')
  }
  if (now < year.endsAt) return verdict('running', { until })
  const dispute = disputeOf(facts.payments)
  // If we win it, the claim opens again.
  if (dispute === 'open') return verdict('refused', { refusal: 'chargeback-open', until })
  if (now >= until) return verdict('over', { until })
  if (dispute === 'lost') return verdict('refused', { refusal: 'chargeback-lost', until })
  if (facts.payments.every(({ dueCents }) => dueCents === 0)) {
    return verdict('refused', { refusal: 'paid-back', until })
  }
  return bySavings(facts.savings, until)
}

function bySavings(
  { recordedCents, confirmedCents, waitingCents }: YearSums,
  until: Date,
): ClaimVerdict {
  const meter = recordedCents + confirmedCents
  if (meter < GOAL_CENTS) return verdict('open', { until })
  if (confirmedCents - waitingCents >= GOAL_CENTS) {
    return verdict('refused', { refusal: 'confirmed', until })
  }
  if (meter - waitingCents < GOAL_CENTS) return verdict('open', { until, isForPerson: true })
  return verdict('saved', { until })
}

function verdict(state: GuaranteeState, more: Partial<ClaimVerdict> = {}): ClaimVerdict {
  return { state, refusal: null, until: null, isForPerson: false, ...more }
}

/** Returns the claim deadline; winning a chargeback extends it. */
function closesAt({ endsAt }: Year, payments: DuePayment[]): Date {
  const from = payments.map(({ wonAt }) => wonAt?.getTime() ?? 0)
  return new Date(Math.max(endsAt.getTime(), ...from) + CLAIM_OPEN_MS)
}

function disputeOf(payments: DuePayment[]): 'open' | 'lost' | undefined {
  const states = payments.filter(({ feeCents }) => feeCents > 0).map(({ dispute }) => dispute)
  return states.includes('open') ? 'open' : states.includes('lost') ? 'lost' : undefined
}

/** Estimates what a year could cost at its end: what is due now, plus missing months at the rate so far. */
export function couldCostCents({ year, payments }: Pick<Facts, 'year' | 'payments'>): number {
  if (!year) return 0
  const fees = payments.filter(({ feeCents }) => feeCents > 0)
  const left = fees.map(({ dueCents, dispute }) => ({ due: dueCents, dispute }))
  if (whyNoFee(left, year.isWhole)) return 0
  const sum = (cents: number[]) => cents.reduce((total, each) => total + each, 0)
  const paidCents = sum(fees.map(({ feeCents }) => feeCents))
  const toCome = year.isWhole ? 0 : (paidCents / year.paidMonths) * (YEAR_MONTHS - year.paidMonths)
  return Math.round(sum(fees.map(({ dueCents }) => dueCents)) + toCome)
}

/** Returns the meter's amount: recorded plus confirmed. */
export function meterCents({ recordedCents, confirmedCents }: YearSums): number {
  return recordedCents + confirmedCents
}

/** Maps a dispute status of the provider. An inquiry is no dispute; one refunded at once counts as lost. */
export function disputeState(status: string | undefined): DuePayment['dispute'] {
  switch (status) {
    case 'needs_response':
    case 'under_review':
      return 'open'
    case 'lost':
    case 'prevented':
      return 'lost'
    case 'won':
      return 'won'
    default:
      return null
  }
}

/** Tells whether an arrived refund is still watched for being sent back. */
export function isWatched(
  refund: { state: string; refundId: string | null; paidAt: Date | null },
  now: Date,
): boolean {
  const { state, refundId, paidAt } = refund
  if (state !== 'paid' || refundId === null || paidAt === null) return false
  return now.getTime() - paidAt.getTime() < WATCHED_MS
}

/** Returns how much of a claim has been paid back, in cents. */
export function sumPaid(refunds: Array<{ state: string; amountCents: number | null }>): number {
  return refunds
    .filter(({ state }) => state === 'paid')
    .reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0)
}
