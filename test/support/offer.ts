import { ANNUAL_PRICE_CENTS } from '#app/shared/offer.ts'

// What the two plans cost, so that no test but that of the offer itself says it again.
export const ANNUAL_CENTS = ANNUAL_PRICE_CENTS
/** What the test apps sell it at, as the demo does. */
export const MONTHLY_CENTS = 1200

/** The offer as pages get it when both plans are sold. */
export const BOTH_PLANS = [
  { plan: 'annual' as const, price: ANNUAL_CENTS / 100 },
  { plan: 'monthly' as const, price: MONTHLY_CENTS / 100 },
]
