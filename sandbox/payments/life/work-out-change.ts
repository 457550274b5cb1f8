import type Stripe from 'stripe'
import { recurrenceOf } from '#sandbox/payments/objects/price.ts'
import { itemOf } from '#sandbox/payments/objects/subscription.ts'
import { nextPeriodEnd } from '#sandbox/payments/store/clock.ts'
import type { Proration } from '#sandbox/payments/store/kinds.ts'
import type { World } from '#sandbox/payments/world.ts'
import { discountOn, nameOfProduct, periodLine, prorationLine } from './invoice-lines.ts'
import { swapPrice } from './subscription-state.ts'

export type PlanChange = {
  price: Stripe.Price
  quantity: number
  prorationBehavior: 'none' | 'create_prorations' | 'always_invoice'
  /** The time from which the new price applies, in seconds. */
  at: number
  /** The discounts with which the current period was paid, if the same call changes them. */
  discountsBefore?: string[]
}

export type PlannedChange = {
  /** The subscription as it will be. */
  after: Stripe.Subscription
  /** The prorations of the rest of the current period. */
  prorations: Proration[]
  /** Prorations charged at once; empty if they wait for the next invoice. */
  lines: Stripe.InvoiceLineItem[]
  /** The new period that starts with the change; null if the current one continues. */
  period: { start: number; end: number } | null
}

/**
 * Computes a change of plan without applying it. During a trial only the price changes. A different interval
 * starts a new period at once, which is charged at once.
 */
export function workOutChange(
  world: World,
  before: Stripe.Subscription,
  { price, quantity, prorationBehavior, at, discountsBefore }: PlanChange,
): PlannedChange {
  const after = structuredClone(before)
  swapPrice(after, price, quantity)
  if (before.status === 'trialing') return { after, prorations: [], lines: [], period: null }

  const [old, next] = [recurrenceOf(itemOf(before).price), recurrenceOf(price)]
  const isSameInterval =
    old.interval === next.interval && old.interval_count === next.interval_count
  const isProrated = prorationBehavior !== 'none'
  const paid = discountsBefore ? { ...before, discounts: discountsBefore } : before
  const credit = isProrated ? [restOf(world, paid, at, -1)] : []

  if (isSameInterval) {
    const prorations = isProrated ? [...credit, restOf(world, after, at, 1)] : []
    const lines =
      prorationBehavior === 'always_invoice'
        ? prorations.map((each) => prorationLine(world, after, each))
        : []
    return { after, prorations, lines, period: null }
  }

  const period = { start: at, end: nextPeriodEnd(at, at, next) }
  after.billing_cycle_anchor = period.start
  const item = itemOf(after)
  item.current_period_start = period.start
  item.current_period_end = period.end
  const lines = [
    ...credit.map((each) => prorationLine(world, after, each)),
    periodLine(world, after, period),
  ]
  return { after, prorations: credit, lines, period }
}

/** The proration for the rest of the current period, as a credit (-1) or a charge (1). */
function restOf(
  world: World,
  subscription: Stripe.Subscription,
  at: number,
  sign: 1 | -1,
): Proration {
  const item = itemOf(subscription)
  const { current_period_start: start, current_period_end: end } = item
  const quantity = item.quantity ?? 1
  const full = (item.price.unit_amount ?? 0) * quantity
  // After discounts: no more is credited than was paid.
  const net = full - (discountOn(world, subscription, full, start)?.amount ?? 0)
  const date = new Date(at * 1000).toLocaleDateString('en-GB', {
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const what = sign === 1 ? 'Remaining time on' : 'Unused time on'
  return {
    amount: sign * Math.round((net * (end - at)) / (end - start)),
    description: `${what} ${nameOfProduct(world, item.price)} after ${date}`,
    priceId: item.price.id,
    quantity,
    start: at,
    end,
  }
}
