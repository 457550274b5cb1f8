/** What membership costs and promises: the only place that says so. Amounts are in cents. */
export const offer = {
  currency: 'usd',
  trialDays: 3,
  plans: {
    annual: { name: 'Annual', priceCents: 9700, interval: 'year' },
    monthly: { name: 'Monthly', priceCents: 800, interval: 'month' },
  },
  defaultPlan: 'annual',
  guarantee:
    'If your recorded savings in your first 12 paid months are under $100, we refund that year’s fee.',
} as const

export type Plan = keyof typeof offer.plans
export const PLANS = Object.keys(offer.plans) as [Plan, ...Plan[]]
