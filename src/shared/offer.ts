import { formatCents } from './money.ts'

/** A way to pay for membership, as far as it does not depend on what the operator sells. */
type PlanOffer = {
  /** `Annual` */
  name: string
  interval: Interval
  /** Whether a sale, while one runs, is of this plan: a lower price for the first year. */
  hasSale: boolean
  /** What it costs wherever the club stands; without it the operator says whether it is sold, and for how much. */
  priceCents?: number
}

export const INTERVALS = ['year', 'month'] as const
export type Interval = (typeof INTERVALS)[number]

/**
 * The plans by their keys, which are stored, sent, and part of the names of settings and of prices at
 * the provider: lower case letters, digits and `_`. What is to be chosen first stands first.
 */
const plans = {
  annual: { name: 'Annual', interval: 'year', hasSale: true, priceCents: 9700 },
  monthly: { name: 'Monthly', interval: 'month', hasSale: false },
} as const satisfies Record<string, PlanOffer>

export type Plan = keyof typeof plans

export const PLANS = Object.keys(plans) as [Plan, ...Plan[]]

type Offer = {
  currency: string
  trialDays: number
  plans: Record<Plan, PlanOffer>
  defaultPlan: Plan
  guarantee: string
}

/**
 * What membership is and promises. What of it is sold where this runs, with the operator's own prices:
 * `src/server/config/prices.ts`, and `/api/offer` for pages.
 */
export const offer: Offer = {
  currency: 'usd',
  trialDays: 3,
  plans,
  defaultPlan: 'annual',
  guarantee:
    'If your recorded savings in your first 12 paid months are under $100, we refund that year’s fee.',
}

/** What `offer.guarantee` asks of who pays by the month; said wherever that is about to begin. */
export const MONTHLY_GUARANTEE =
  'The guarantee needs twelve paid months: if you leave before, there is none.'

export const ANNUAL_PRICE_CENTS = plans.annual.priceCents

/** The price of each plan that is sold, in cents; whoever has one that is not sold any more keeps it. */
export type SoldPrices = { annual: number } & Partial<Record<Plan, number>>

/** `$97.00 a year` */
export function formatRate(plan: Plan, priceCents: number): string {
  return `${formatCents(priceCents)} a ${offer.plans[plan].interval}`
}

/** `Annual membership` */
export function membershipName(plan: Plan): string {
  return `${offer.plans[plan].name} membership`
}
