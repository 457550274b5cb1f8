import Stripe from 'stripe'
import type { StripeConfig } from '#app/devtools/devtools.contract.ts'
import { lookupKeyOf } from '#app/membership/server/plans/prices.ts'
import type { AppContext } from '#app/server/context.ts'
import { PLANS, type Plan } from '#app/shared/offer.ts'

/** Whether payments are set up, without a word of the secrets. */
export async function readStripeConfig({ config, payments }: AppContext): Promise<StripeConfig> {
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
