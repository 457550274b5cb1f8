import { z } from 'zod'
import { PLANS, type Plan } from '#app/shared/offer.ts'
import { type Given, origin, secret } from './shapes.ts'

type PriceSetting = `STRIPE_PRICE_${Uppercase<Plan>}`

/** `STRIPE_PRICE_ANNUAL` */
function priceSetting(plan: Plan): PriceSetting {
  return `STRIPE_PRICE_${plan.toUpperCase() as Uppercase<Plan>}`
}

const priceId = secret(/^price_\w+$/, 'is not a price id').optional()

export const paymentSettings = {
  /** The payment provider. Unset means the built-in sandbox, which production refuses. */
  STRIPE_SECRET_KEY: secret(/^(sk|rk)_(test|live)_\w+$/, 'is not a secret key').optional(),
  /** Several, separated by commas, while one replaces the other. */
  STRIPE_WEBHOOK_SECRET: secret(
    /^whsec_[\w+/=-]+(\s*,\s*whsec_[\w+/=-]+)*$/,
    'is not a webhook secret',
  ).optional(),
  /** Prices of the plans. Unset means those with our lookup keys. */
  ...(Object.fromEntries(PLANS.map((plan) => [priceSetting(plan), priceId])) as Record<
    PriceSetting,
    typeof priceId
  >),
  /** Another address for the payment API. */
  STRIPE_API_BASE: origin.optional(),
}

export function wrongPayments(given: Given): string[] {
  const wrong: string[] = []
  if (given.STRIPE_SECRET_KEY && !given.STRIPE_WEBHOOK_SECRET) {
    wrong.push('STRIPE_WEBHOOK_SECRET is missing: STRIPE_SECRET_KEY does not work without it')
  }
  if (isLiveKey(given.STRIPE_SECRET_KEY) && given.NODE_ENV !== 'production') {
    wrong.push('NODE_ENV must be production with a live STRIPE_SECRET_KEY: the demo is open to all')
  }
  if (given.DEV_TOOLS === '1' && isLiveKey(given.STRIPE_SECRET_KEY)) {
    wrong.push('DEV_TOOLS cannot be 1 with a live STRIPE_SECRET_KEY: they are for test payments')
  }
  return wrong
}

/**
 * Keys that open nothing: the sandbox takes no money, production refuses it, and an event only makes
 * us read again what is so.
 */
const SANDBOX_KEY = 'sk_test_sandbox'
const SANDBOX_WEBHOOK_SECRET = 'whsec_sandbox'

const Settings = z.object(paymentSettings)

/** `ownOrigin` is how this process reaches itself, and with it the sandbox. */
export function readPayments(env: z.infer<typeof Settings>, ownOrigin: string) {
  const isSandbox = env.STRIPE_SECRET_KEY === undefined
  const secretKey = env.STRIPE_SECRET_KEY ?? SANDBOX_KEY
  return {
    isSandbox,
    secretKey,
    isLive: isLiveKey(secretKey),
    webhookSecrets: (env.STRIPE_WEBHOOK_SECRET ?? SANDBOX_WEBHOOK_SECRET)
      .split(',')
      .map((each) => each.trim()),
    /** Undefined for the provider's own. */
    apiBase: env.STRIPE_API_BASE ?? (isSandbox ? ownOrigin : undefined),
    priceIds: Object.fromEntries(PLANS.map((plan) => [plan, env[priceSetting(plan)]])) as Record<
      Plan,
      string | undefined
    >,
  }
}

function isLiveKey(key = ''): boolean {
  return /^(sk|rk)_live_/.test(key)
}
