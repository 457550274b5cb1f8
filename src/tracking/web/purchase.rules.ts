import { membershipName } from '#app/shared/offer.ts'
import type { PurchaseTracked } from '#app/tracking/marketing-events.contract.ts'

type Purchase = NonNullable<PurchaseTracked['data']>

/**
 * Returns the data layer entries of a purchase, in order; the first one clears an earlier purchase. Empty if
 * another page has reported the purchase. Amounts are in dollars.
 */
export function purchaseEntries(purchase: Purchase | undefined): Array<Record<string, unknown>> {
  if (!purchase?.isFirst) return []
  const { event_id, value, currency, plan } = purchase
  const item = {
    item_id: plan,
    item_name: membershipName(plan),
    item_category: 'membership',
    price: value,
    quantity: 1,
  }
  return [
    { ecommerce: null },
    {
      event: 'purchase',
      event_id,
      ecommerce: { transaction_id: event_id, value, currency, items: [item] },
    },
  ]
}
