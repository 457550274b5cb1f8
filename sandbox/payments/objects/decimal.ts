import type Stripe from 'stripe'

/** Decimals travel as strings; the library makes numbers of its own of them on arrival. */
export function decimal(cents: number): Stripe.Decimal {
  return String(cents) as unknown as Stripe.Decimal
}
