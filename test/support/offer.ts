import { ANNUAL_PRICE_CENTS } from '#app/shared/offer.ts'

// Prices of the two plans, in cents: only the tests of the offer itself repeat them.
export const ANNUAL_CENTS = ANNUAL_PRICE_CENTS
/** The price in the test apps and in the demo. */
export const MONTHLY_CENTS = 1200

/** The offer as pages get it when both plans are sold. */
export const BOTH_PLANS = [
  { plan: 'annual' as const, price: ANNUAL_CENTS / 100 },
  { plan: 'monthly' as const, price: MONTHLY_CENTS / 100 },
]
