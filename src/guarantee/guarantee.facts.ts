import { DAY_MS, HOUR_MS } from '#app/shared/dates.ts'

/** The numbers behind the promise of `offer.guarantee`. */
export const GOAL_CENTS = 100_00
export const YEAR_MONTHS = 12

/** The paid months after which a mail reports the state. */
export const TOLD_AT_MONTHS = [9, 11] as const

/** How long the fee can be claimed, from the end of the year or from winning a chargeback. */
export const CLAIM_OPEN_MS = 60 * DAY_MS

/** The longest that a refund waits for a person when the day's total is above the alarm limit. */
export const HELD_MS = 72 * HOUR_MS

/** The provider's statuses of a subscription that brings, or will bring, further payments. */
export const GOING_STATUSES: readonly string[] = ['trialing', 'active', 'past_due', 'paused']

/** The states of a guarantee. */
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

/** The states in which the meter still matters; in an unpaid year, the end would move on every day. */
export const METERED_STATES: readonly GuaranteeState[] = ['running', 'leaving', 'saved', 'open']

/** The only reasons for refusing a claim. */
export const REFUSALS = ['chargeback-open', 'chargeback-lost', 'paid-back', 'confirmed'] as const
export type ClaimRefusal = (typeof REFUSALS)[number]

/** What is left of a payment's fee, and whether it was charged back. */
type FeeLeft = { due: number; dispute: 'open' | 'lost' | 'won' | null }

/** Returns why a year will have no fee to refund, as far as is known so far; undefined if it will. */
export function whyNoFee(payments: FeeLeft[], isWhole: boolean): ClaimRefusal | undefined {
  if (payments.some(({ dispute }) => dispute === 'open')) return 'chargeback-open'
  if (payments.some(({ dispute }) => dispute === 'lost')) return 'chargeback-lost'
  return isWhole && payments.every(({ due }) => due === 0) ? 'paid-back' : undefined
}

/** The lists shown at the desk. */
export const CLAIM_LISTS = ['open', 'asked', 'paid', 'refused', 'meters'] as const
export type ClaimList = (typeof CLAIM_LISTS)[number]

/** The longest reason of a decision, in characters. */
export const REASON_MAX = 300
