import { z } from 'zod'
import { WEBHOOK_PATH } from '#app/shared/paths.ts'
import { TESTER_EVENTS } from './devtools.facts.ts'

/** The event to send: a standard one by type, or a custom one as JSON text. */
export const TestWebhook = z.object({
  url: z
    .string()
    .max(200)
    .default(WEBHOOK_PATH)
    .describe('Where to: a path of this server; events go nowhere else'),
  type: z.enum(TESTER_EVENTS).optional(),
  payload: z.string().max(24_000).optional(),
})

/** The event that was sent and the response to it. */
export const WebhookTried = z.object({
  eventId: z.string(),
  type: z.string(),
  payload: z.string(),
  signature: z.string(),
  status: z.int(),
  answer: z.string(),
})
export type WebhookTried = z.infer<typeof WebhookTried>

export const WebhookApplied = z.object({
  success: z.literal(true),
  eventId: z.string(),
  type: z.string(),
  subscriptionStatus: z.string().nullable(),
})
export type WebhookApplied = z.infer<typeof WebhookApplied>

/** The test user, as stored in our database. */
export const SubscriptionUpdated = z.object({
  success: z.literal(true),
  email: z.string(),
  password: z.string().describe('So that one can sign in as the test user'),
  subscriptionStatus: z.string(),
  currentPeriodEnd: z.iso.datetime().nullable(),
})
export type SubscriptionUpdated = z.infer<typeof SubscriptionUpdated>

/** How payments are configured: whether values are set, never the values. */
export const StripeConfig = z.object({
  mode: z.enum(['sandbox', 'test']),
  apiVersion: z.string(),
  hasSecretKey: z.boolean(),
  hasWebhookSecret: z.boolean(),
  isReachable: z.boolean(),
  hasAnnualPrice: z.boolean(),
  hasMonthlyPrice: z.boolean(),
})
export type StripeConfig = z.infer<typeof StripeConfig>
