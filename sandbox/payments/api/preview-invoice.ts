import type Stripe from 'stripe'
import { z } from 'zod'
import { periodLine, prorationLine } from '#sandbox/payments/life/invoice-lines.ts'
import { hasEnded } from '#sandbox/payments/life/subscription-state.ts'
import { workOutChange } from '#sandbox/payments/life/work-out-change.ts'
import { newInvoice } from '#sandbox/payments/objects/invoice.ts'
import { recurrenceOf } from '#sandbox/payments/objects/price.ts'
import { itemOf } from '#sandbox/payments/objects/subscription.ts'
import { invalid, noSuch } from '#sandbox/payments/provider-error.ts'
import { nextPeriodEnd } from '#sandbox/payments/store/clock.ts'
import { newId } from '#sandbox/payments/store/ids.ts'
import type { World } from '#sandbox/payments/world.ts'
import { boolean, clearable, expandable, integer, text } from './params.ts'
import { prorationBehavior, SubscriptionItems, wantedItem } from './subscription-params.ts'

export const PreviewInvoice = z.strictObject({
  ...expandable,
  customer: text().optional(),
  discounts: clearable(z.array(z.strictObject({ coupon: text() })).max(0)).optional(),
  subscription: text(),
  subscription_details: z
    .strictObject({
      cancel_at: clearable(integer).optional(),
      cancel_at_period_end: boolean.optional(),
      items: SubscriptionItems.optional(),
      proration_behavior: prorationBehavior,
      proration_date: integer.optional(),
    })
    .optional(),
})

/** Previews the next invoice of a subscription, optionally after a change of plan. */
export function previewInvoice(
  world: World,
  params: z.infer<typeof PreviewInvoice>,
): Stripe.Invoice {
  const subscription = world.store.find('subscription', params.subscription)
  if (!subscription || (params.customer && params.customer !== subscription.customer)) {
    throw noSuch('subscription', params.subscription, 'subscription')
  }
  const details = params.subscription_details
  const isTakenBack = details?.cancel_at_period_end === false || details?.cancel_at === null
  const cancelAt = isTakenBack ? null : subscription.cancel_at
  const isLeaving = cancelAt !== null && cancelAt <= itemOf(subscription).current_period_end
  if (hasEnded(subscription) || (isLeaving && !params.subscription_details?.items)) {
    throw invalid('No upcoming invoices for customer', 'subscription', 'invoice_upcoming_none')
  }
  const discountsBefore = subscription.discounts as string[]
  if (params.discounts !== undefined) subscription.discounts = []
  const now = world.clock.seconds()
  const { price, quantity } = details?.items
    ? wantedItem(world, subscription, details.items)
    : { price: itemOf(subscription).price, quantity: itemOf(subscription).quantity ?? 1 }
  const { after, prorations, lines } = workOutChange(world, subscription, {
    price,
    quantity,
    prorationBehavior: details?.items
      ? (details.proration_behavior ?? 'create_prorations')
      : 'none',
    at: details?.proration_date ?? now,
    discountsBefore,
  })
  const isAtOnce = lines.length > 0
  const start = isAtOnce ? now : itemOf(after).current_period_end
  const invoice = newInvoice({
    id: newId('upcoming_in'),
    created: start,
    reason: isAtOnce ? 'subscription_update' : 'upcoming',
    customer: world.store.get('customer', subscription.customer as string),
    subscription: after,
    lines: isAtOnce ? lines : upcomingLines(world, after, prorations),
    periodStart: itemOf(subscription).current_period_start,
    periodEnd: start,
  })
  invoice.next_payment_attempt = start
  return invoice
}

/** The lines of the next period and all prorations waiting for the next invoice. */
function upcomingLines(
  world: World,
  after: Stripe.Subscription,
  prorations: Parameters<typeof prorationLine>[2][],
): Stripe.InvoiceLineItem[] {
  const { current_period_end: start, price } = itemOf(after)
  const anchor = after.billing_cycle_anchor
  const end = nextPeriodEnd(anchor, start, recurrenceOf(price))
  const waiting = world.store.hidden('subscription', after.id).prorations
  return [
    ...[...waiting, ...prorations].map((each) => prorationLine(world, after, each)),
    periodLine(world, after, { start, end }),
  ]
}
