import type Stripe from 'stripe'
import { newId } from '#sandbox/payments/store/ids.ts'

export function newInvoiceLine(draft: {
  subscription: Stripe.Subscription
  item: Stripe.SubscriptionItem
  price: Stripe.Price
  amount: number
  description: string
  quantity: number
  start: number
  end: number
  isProration: boolean
  discount: { id: string; amount: number } | null
}): Stripe.InvoiceLineItem {
  const discounts = draft.discount
    ? [{ amount: draft.discount.amount, discount: draft.discount.id }]
    : []
  return {
    id: newId('il'),
    object: 'line_item',
    amount: draft.amount,
    currency: draft.subscription.currency,
    description: draft.description,
    discount_amounts: discounts,
    discountable: !draft.isProration,
    discounts: discounts.map(({ discount }) => discount),
    invoice: null,
    livemode: false,
    metadata: draft.subscription.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: draft.isProration,
        proration_details: { credited_items: null },
        subscription: draft.subscription.id,
        subscription_item: draft.item.id,
      },
      type: 'subscription_item_details',
    },
    period: { end: draft.end, start: draft.start },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: draft.price.id, product: draft.price.product as string },
      type: 'price_details',
      unit_amount_decimal: draft.price.unit_amount_decimal,
    },
    quantity: draft.quantity,
    quantity_decimal: String(draft.quantity) as unknown as Stripe.Decimal,
    subscription: draft.subscription.id,
    subtotal: draft.amount,
    taxes: [],
  }
}
