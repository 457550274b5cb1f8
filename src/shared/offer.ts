import { formatCents } from './money.ts'

/** A plan of membership, apart from what depends on the operator's configuration. */
type PlanOffer = {
  /** `Annual` */
  name: string
  interval: Interval
  /** Whether sales apply to this plan: a lower price for the first year. */
  hasSale: boolean
  /**
   * The price in every deployment, in cents; without it the operator decides whether the plan is sold and for
   * how much.
   */
  priceCents?: number
}

export const INTERVALS = ['year', 'month'] as const
export type Interval = (typeof INTERVALS)[number]

/**
 * The plans by key. Keys are stored, sent, and part of the names of settings and of prices at the payment
 * provider: lower-case letters, digits and `_`. The preferred plan comes first.
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
 * What membership is and promises. Which plans a deployment sells, with the operator's prices, is in
 * `src/server/config/prices.ts` and, for pages, `/api/offer`.
 */
export const offer: Offer = {
  currency: 'usd',
  trialDays: 3,
  plans,
  defaultPlan: 'annual',
  guarantee:
    'If your recorded savings in your first 12 paid months are under $100, we refund that year’s fee.',
}

/** What `offer.guarantee` requires of monthly members; shown wherever a monthly plan can be started. */
export const MONTHLY_GUARANTEE =
  'The guarantee needs twelve paid months: if you leave before, there is none.'

export const ANNUAL_PRICE_CENTS = plans.annual.priceCents

/** The price in cents of each plan on sale. Members on a plan that is no longer sold keep their price. */
export type SoldPrices = { annual: number } & Partial<Record<Plan, number>>

/** Formats `$97.00 a year`. */
export function formatRate(plan: Plan, priceCents: number): string {
  return `${formatCents(priceCents)} a ${offer.plans[plan].interval}`
}

/** `Annual membership` */
export function membershipName(plan: Plan): string {
  return `${offer.plans[plan].name} membership`
}
