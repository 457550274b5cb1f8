import type Stripe from 'stripe'
import { amountOff } from '#sandbox/payments/objects/coupon.ts'
import { newInvoiceLine } from '#sandbox/payments/objects/invoice-line.ts'
import { recurrenceOf } from '#sandbox/payments/objects/price.ts'
import { itemOf } from '#sandbox/payments/objects/subscription.ts'
import type { Proration } from '#sandbox/payments/store/kinds.ts'
import type { World } from '#sandbox/payments/world.ts'

type Period = { start: number; end: number }

/** An invoice line for one full period at the current price. */
export function periodLine(
  world: World,
  subscription: Stripe.Subscription,
  { start, end }: Period,
): Stripe.InvoiceLineItem {
  const item = itemOf(subscription)
  const quantity = item.quantity ?? 1
  const amount = (item.price.unit_amount ?? 0) * quantity
  return newInvoiceLine({
    subscription,
    item,
    price: item.price,
    amount,
    description: describe(world, item.price, quantity),
    quantity,
    start,
    end,
    isProration: false,
    discount: discountOn(world, subscription, amount, start),
  })
}

/** An invoice line of zero for the trial, for which the provider sends an invoice too. */
export function trialLine(
  world: World,
  subscription: Stripe.Subscription,
  { start, end }: Period,
): Stripe.InvoiceLineItem {
  const item = itemOf(subscription)
  return newInvoiceLine({
    subscription,
    item,
    price: item.price,
    amount: 0,
    description: `Trial period for ${nameOfProduct(world, item.price)}`,
    quantity: item.quantity ?? 1,
    start,
    end,
    isProration: false,
    discount: null,
  })
}

export function prorationLine(
  world: World,
  subscription: Stripe.Subscription,
  { amount, description, priceId, quantity, start, end }: Proration,
): Stripe.InvoiceLineItem {
  return newInvoiceLine({
    subscription,
    item: itemOf(subscription),
    price: world.store.get('price', priceId),
    amount,
    description,
    quantity,
    start,
    end,
    isProration: true,
    discount: null,
  })
}

/** The discount on an amount for a period that starts at `start`; null if none applies. */
export function discountOn(
  world: World,
  subscription: Stripe.Subscription,
  amount: number,
  start: number,
): { id: string; amount: number } | null {
  const [id] = subscription.discounts
  const discount = typeof id === 'string' ? world.store.find('discount', id) : undefined
  if (!discount || discount.start > start) return null
  if (discount.end !== null && discount.end <= start) return null
  const coupon = world.store.get('coupon', discount.source.coupon as string)
  const off = amountOff(coupon, amount)
  return off > 0 ? { id: discount.id, amount: off } : null
}

/** A line's description, as in '1 × Membership (at $97.00 / year)'. */
export function describe(world: World, price: Stripe.Price, quantity: number): string {
  const { interval } = recurrenceOf(price)
  const amount = formatMoney(price.unit_amount ?? 0, price.currency)
  return `${quantity} × ${nameOfProduct(world, price)} (at ${amount} / ${interval})`
}

export function nameOfProduct(world: World, price: Stripe.Price): string {
  return world.store.get('product', price.product as string).name
}

export function formatMoney(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100)
}
