import { z } from 'zod'

/** The payment provider's own words. */
export const SubscriptionStatus = z.enum([
  'active',
  'trialing',
  'canceled',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'unpaid',
])
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>

/** The signed-in person's subscription; everything is null when there never was one. */
export const Subscription = z.object({
  status: SubscriptionStatus.nullable(),
  tier: z.enum(['annual', 'monthly']).nullable(),
  cancelAtPeriodEnd: z.boolean().describe('Whether it has been cancelled and is running out'),
  currentPeriodEnd: z.iso.datetime().nullable().describe('When it renews, or ends'),
  isMember: z.boolean().describe('Whether it opens the feed: no page has to work that out'),
})
export type Subscription = z.infer<typeof Subscription>
