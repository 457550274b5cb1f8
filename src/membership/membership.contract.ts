import { z } from 'zod'
import { INTERVALS, PLANS } from '#app/shared/offer.ts'

/** Statuses as the payment provider names them. */
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

export const PlanKey = z.enum(PLANS)

/** The signed-in person's subscription; null or false throughout when there never was one. */
export const Subscription = z.object({
  status: SubscriptionStatus.nullable(),
  tier: PlanKey.nullable(),
  price: z
    .number()
    .nullable()
    .describe('Dollars at each renewal: the price it was joined at, whatever the plan costs today'),
  cancelAtPeriodEnd: z.boolean().describe('Whether it has been cancelled and is running out'),
  currentPeriodEnd: z.iso.datetime().nullable().describe('When it renews, ends or ended'),
  isMember: z.boolean().describe('Whether it opens the feed: no page has to work that out'),
  given: z
    .object({
      days: z.int(),
      isTrial: z.boolean().describe('To a trial; else on top of what is paid'),
    })
    .optional()
    .describe('Days that we gave, while they are in the running period'),
  card: z
    .object({ brand: z.string(), last4: z.string() })
    .nullable()
    .describe('What it is paid with'),
})
export type Subscription = z.infer<typeof Subscription>

/** The sale that runs today, in dollars; null on every other day. */
export const Sale = z
  .object({ price: z.number().describe('For the first year'), lastDay: z.iso.date() })
  .nullable()
export type Sale = z.infer<typeof Sale>

/** What membership costs today. */
export const Offer = z.object({
  plans: z
    .array(z.object({ plan: PlanKey, price: z.number().describe('Dollars') }))
    .describe('Those that are sold, in the order in which they are offered'),
  sale: Sale,
})
export type Offer = z.infer<typeof Offer>

export const ChangePlan = z.object({ plan: PlanKey })

/** What changing the plan would cost today, in dollars; negative is credited to later bills. */
export const PlanChange = z.object({
  plan: PlanKey,
  dueToday: z.number(),
  price: z.number(),
  interval: z.enum(INTERVALS),
  renewsAt: z.iso.datetime(),
  losesSale: z.boolean().describe('Whether the sale price of the first year is given up'),
})
export type PlanChange = z.infer<typeof PlanChange>

/** The next bill with everything that changes it, such as a sale; its fields are null when none is coming. */
export const UpcomingCharge = z.object({
  amount: z.number().nullable().describe('Dollars'),
  at: z.iso.datetime().nullable(),
  isDue: z
    .boolean()
    .describe('For a period that has begun: charged within the hour, and cancelling ends at once'),
  ifResumed: z
    .number()
    .nullable()
    .describe('Dollars it would be once a cancellation is taken back'),
})
export type UpcomingCharge = z.infer<typeof UpcomingCharge>

/** The page of the payment provider to which the browser goes next. */
export const Elsewhere = z.object({ url: z.url({ protocol: /^https?$/ }) })

export const Receipts = z.array(
  z.object({
    id: z.string(),
    number: z.string().nullable(),
    amount: z.number().describe('Dollars'),
    refunded: z.number().describe('Dollars'),
    currency: z.string(),
    paidAt: z.iso.datetime(),
    url: z.url().nullable(),
  }),
)
export type Receipts = z.infer<typeof Receipts>

/** A message on a live socket: only that something changed, and where to go. */
export const LiveMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('subscription_update'),
    status: z.string().nullable(),
    redirect: z
      .string()
      .regex(/^\/(?![/\\])/)
      .optional(),
  }),
  z.object({ type: z.literal('deals_changed') }),
  z.object({ type: z.literal('saved_changed') }),
  z.object({ type: z.literal('follows_changed') }),
  z.object({ type: z.literal('notices_changed') }),
])
export type LiveMessage = z.infer<typeof LiveMessage>
