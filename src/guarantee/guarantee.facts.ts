import { DAY_MS, HOUR_MS } from '#app/shared/dates.ts'

/** What `offer.guarantee` promises, in numbers. */
export const GOAL_CENTS = 100_00
export const YEAR_MONTHS = 12

/** Mails say how it stands after so many paid months. */
export const TOLD_AT_MONTHS = [9, 11] as const

/** For so long the year's fee can be asked back, from its end, and from a chargeback that we have won. */
export const CLAIM_OPEN_MS = 60 * DAY_MS

/** For so long a refund waits at most for somebody to look at it, once a day's sum is above the alarm. */
export const HELD_MS = 72 * HOUR_MS

/** The provider's words for a subscription that brings further payments, or will again. */
export const GOING_STATUSES: readonly string[] = ['trialing', 'active', 'past_due', 'paused']

/** What can become of a year. */
export const GUARANTEE_STATES = [
  'none',
  'had',
  'running',
  'leaving',
  'stopped',
  'saved',
  'open',
  'waiting',
  'held',
  'paying',
  'paid',
  'refused',
  'over',
] as const
export type GuaranteeState = (typeof GUARANTEE_STATES)[number]

/** While something may still come of the meter: of a year that nobody pays for any more the end moves on every day. */
export const METERED_STATES: readonly GuaranteeState[] = ['running', 'leaving', 'saved', 'open']

/** Why a claim is refused: for nothing else. */
export const REFUSALS = ['chargeback-open', 'chargeback-lost', 'paid-back', 'confirmed'] as const
export type ClaimRefusal = (typeof REFUSALS)[number]

/** Of a payment of the year: what is left of its fee, and whether a bank takes it back. */
type FeeLeft = { due: number; dispute: 'open' | 'lost' | 'won' | null }

/** Why a year that runs will have no fee to give back, as far as that is known by now. */
export function whyNoFee(payments: FeeLeft[], isWhole: boolean): ClaimRefusal | undefined {
  if (payments.some(({ dispute }) => dispute === 'open')) return 'chargeback-open'
  if (payments.some(({ dispute }) => dispute === 'lost')) return 'chargeback-lost'
  return isWhole && payments.every(({ due }) => due === 0) ? 'paid-back' : undefined
}

/** The lists of the desk. */
export const CLAIM_LISTS = ['open', 'asked', 'paid', 'refused', 'meters'] as const
export type ClaimList = (typeof CLAIM_LISTS)[number]

/** Of a decision, in characters. */
export const REASON_MAX = 300
