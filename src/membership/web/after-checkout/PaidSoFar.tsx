import type { CheckoutVerified } from '#app/membership/checkout.contract.ts'
import { formatPrice } from '#app/shared/money.ts'

/** What the card was charged today. */
export function PaidSoFar({ checkout: { amountTotal, currency } }: { checkout: CheckoutVerified }) {
  if (amountTotal === undefined || (currency && currency !== 'usd')) return null
  return (
    <p className="flex items-baseline justify-between gap-4 border-y border-hairline py-4 text-sm">
      <span>Charged today</span>
      <span className="text-lg tabular-nums">{formatPrice(amountTotal / 100)}</span>
    </p>
  )
}
