import { offer } from '#app/shared/offer.ts'

// What the two plans cost, so that no test but that of the offer itself says it again.
export const ANNUAL_CENTS = offer.plans.annual.priceCents
export const MONTHLY_CENTS = offer.plans.monthly.priceCents
