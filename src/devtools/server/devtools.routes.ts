import Stripe from 'stripe'
import { requireAdmin } from '#app/admin/server/session/guards.ts'
import {
  StripeConfig,
  SubscriptionUpdated,
  TestWebhook,
  WebhookApplied,
  WebhookTried,
} from '#app/devtools/devtools.contract.ts'
import { lookupKeyOf } from '#app/membership/server/plans/prices.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { crossSite } from '#app/server/problem.ts'
import { PLANS, type Plan } from '#app/shared/offer.ts'
import { activateTestUser, type EnsureSubscription } from './test-user.ts'
import { applyTestEvent, recordTestEvent, sendTestWebhook } from './test-webhook.ts'

const config = { access: 'admin', roles: [] } as const

/**
 * Tools for trying out payments by hand. Only with DEV_TOOLS=1, never in production, and behind the same
 * check as the back office.
 */
export function devtoolsRoutes(http: Http, ctx: AppContext, ensure?: EnsureSubscription) {
  if (ctx.config.isProduction) throw new Error('There are no developer tools in production.')

  http.get(
    '/api/admin/direct-update-subscription',
    {
      config,
      schema: {
        summary: 'Gives the test user an active subscription',
        response: { 200: SubscriptionUpdated },
      },
    },
    async (request) => {
      // A GET with side effects: refused from other sites, including those on our own domain.
      const site = request.headers['sec-fetch-site']
      if (site === 'same-site' || site === 'cross-site') {
        throw crossSite()
      }
      return activateTestUser(ctx, { actor: await requireAdmin(ctx, request), ensure })
    },
  )

  http.post(
    '/api/test-webhook',
    {
      config,
      schema: {
        summary: 'Sends a signed event to this server',
        body: TestWebhook,
        response: { 200: WebhookTried },
      },
    },
    async (request) => {
      const tried = await sendTestWebhook(ctx, request.body)
      await recordTestEvent(ctx, await requireAdmin(ctx, request), tried)
      return tried
    },
  )

  http.post(
    '/api/stripe/webhook-direct',
    {
      config,
      schema: {
        summary: 'Takes in an event about the newest subscription, without its signature',
        response: { 200: WebhookApplied },
      },
    },
    async (request) => {
      const applied = await applyTestEvent(ctx)
      await recordTestEvent(ctx, await requireAdmin(ctx, request), applied)
      return applied
    },
  )

  http.get(
    '/api/test-stripe-config',
    {
      config,
      schema: { summary: 'Whether payments are set up', response: { 200: StripeConfig } },
    },
    async () => readStripeConfig(ctx),
  )
}

/** Whether payments are configured, without revealing secrets. */
async function readStripeConfig({ config, payments }: AppContext): Promise<StripeConfig> {
  const { isSandbox, secretKey, webhookSecrets, priceIds } = config.payments
  const prices = await payments.stripe.prices
    .list({ lookup_keys: PLANS.map(lookupKeyOf) })
    .catch(() => undefined)
  const has = (plan: Plan) =>
    priceIds[plan] !== undefined ||
    prices?.data.some((price) => price.lookup_key === lookupKeyOf(plan)) === true
  return {
    mode: isSandbox ? 'sandbox' : 'test',
    apiVersion: Stripe.API_VERSION,
    hasSecretKey: secretKey !== '',
    hasWebhookSecret: webhookSecrets.length > 0,
    isReachable: prices !== undefined,
    hasAnnualPrice: has('annual'),
    hasMonthlyPrice: has('monthly'),
  }
}
