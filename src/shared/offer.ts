import { formatCents } from './money.ts'

/** A way to pay for membership. */
type PlanOffer = {
  /** `Annual` */
  name: string
  priceCents: number
  interval: Interval
  /** Whether it can be chosen. Whoever has a plan that is not sold any more keeps it. */
  isSold: boolean
  /** Whether a sale, while one runs, is of this plan: a lower price for the first year. */
  hasSale: boolean
}

export const INTERVALS = ['year', 'month'] as const
export type Interval = (typeof INTERVALS)[number]

/**
 * The plans by their keys, which are stored, sent, and part of the names of settings and of prices at
 * the provider: lower case letters, digits and `_`. What is sold stands first.
 */
const plans = {
  annual: { name: 'Annual', priceCents: 9700, interval: 'year', isSold: true, hasSale: true },
  monthly: { name: 'Monthly', priceCents: 800, interval: 'month', isSold: true, hasSale: false },
} as const satisfies Record<string, PlanOffer>

export type Plan = keyof typeof plans

type Offer = {
  currency: string
  trialDays: number
  plans: Record<Plan, PlanOffer>
  defaultPlan: Plan
  guarantee: string
}

/** What membership costs and promises: the only place that says so. Amounts are in cents. */
export const offer: Offer = {
  currency: 'usd',
  trialDays: 3,
  plans,
  defaultPlan: 'annual',
  guarantee:
    'If your recorded savings in your first 12 paid months are under $100, we refund that year’s fee.',
}

export const PLANS = Object.keys(plans) as [Plan, ...Plan[]]

/** Those that can be chosen. */
export const SOLD_PLANS = PLANS.filter((plan) => offer.plans[plan].isSold)

/** `$97.00 a year` */
export function formatRate(plan: Plan): string {
  const { priceCents, interval } = offer.plans[plan]
  return `${formatCents(priceCents)} a ${interval}`
}

/** `Annual membership` */
export function membershipName(plan: Plan): string {
  return `${offer.plans[plan].name} membership`
}
