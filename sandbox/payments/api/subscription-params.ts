import type Stripe from 'stripe'
import { z } from 'zod'
import { itemOf } from '#sandbox/payments/objects/subscription.ts'
import { invalid, noSuch } from '#sandbox/payments/provider-error.ts'
import type { World } from '#sandbox/payments/world.ts'
import { boolean, clearable, expandable, integer, metadata, positive, text } from './params.ts'

const FEEDBACK = [
  'customer_service',
  'low_quality',
  'missing_features',
  'other',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
] as const

export const SubscriptionItems = z
  .array(
    z.strictObject({
      id: text().optional(),
      price: text().optional(),
      quantity: positive.optional(),
    }),
  )
  .min(1)
  .max(1)

export const prorationBehavior = z.enum(['always_invoice', 'create_prorations', 'none']).optional()

export const UpdateSubscription = z.strictObject({
  ...expandable,
  cancel_at: clearable(z.union([z.enum(['max_period_end', 'min_period_end']), integer])).optional(),
  cancel_at_period_end: boolean.optional(),
  cancellation_details: z
    .strictObject({
      comment: clearable(text()).optional(),
      feedback: clearable(z.enum(FEEDBACK)).optional(),
    })
    .optional(),
  default_payment_method: text().optional(),
  description: clearable(text(500)).optional(),
  discounts: clearable(
    z.array(z.strictObject({ coupon: text().optional(), discount: text().optional() })).max(1),
  ).optional(),
  items: SubscriptionItems.optional(),
  metadata: clearable(metadata).optional(),
  off_session: boolean.optional(),
  pause_collection: clearable(
    z.strictObject({ behavior: z.literal('void'), resumes_at: integer.optional() }),
  ).optional(),
  payment_behavior: z
    .enum(['allow_incomplete', 'error_if_incomplete', 'pending_if_incomplete'])
    .optional(),
  proration_behavior: prorationBehavior,
  proration_date: integer.optional(),
  trial_end: z.union([z.literal('now'), integer]).optional(),
})

export type SubscriptionChange = z.infer<typeof UpdateSubscription>

/** The subscription's single item with the requested change. */
export function wantedItem(
  world: World,
  subscription: Stripe.Subscription,
  items: z.infer<typeof SubscriptionItems>,
): { price: Stripe.Price; quantity: number } {
  const current = itemOf(subscription)
  const [wish = {}] = items
  if (wish.id !== current.id) {
    if (wish.id !== undefined) throw noSuch('subscription_item', wish.id, 'items[0][id]')
    throw invalid('The sandbox sells one thing at a time: name the item to change.', 'items[0][id]')
  }
  const priceId = wish.price ?? current.price.id
  const price = world.store.find('price', priceId)
  if (!price) throw noSuch('price', priceId, 'items[0][price]')
  if (price.currency !== subscription.currency || !price.recurring) {
    throw invalid(`The price ${priceId} does not fit this subscription.`, 'items[0][price]')
  }
  return { price, quantity: wish.quantity ?? current.quantity ?? 1 }
}
