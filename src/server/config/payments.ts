import { z } from 'zod'
import { PLANS, type Plan } from '#app/shared/offer.ts'
import { type Given, origin, secret } from './shapes.ts'

type PriceSetting = `STRIPE_PRICE_${Uppercase<Plan>}`

/** The name of a plan's price setting, such as `STRIPE_PRICE_ANNUAL`. */
function priceSetting(plan: Plan): PriceSetting {
  return `STRIPE_PRICE_${plan.toUpperCase() as Uppercase<Plan>}`
}

const priceId = secret(/^price_\w+$/, 'is not a price id').optional()

export const paymentSettings = {
  /** API key of the payment provider. Unset means the built-in sandbox, which production refuses. */
  STRIPE_SECRET_KEY: secret(/^(sk|rk)_(test|live)_\w+$/, 'is not a secret key').optional(),
  /** May be several, separated by commas, during a rotation. */
  STRIPE_WEBHOOK_SECRET: secret(
    /^whsec_[\w+/=-]+(\s*,\s*whsec_[\w+/=-]+)*$/,
    'is not a webhook secret',
  ).optional(),
  /** Price ids of the plans. Unset means the prices with our lookup keys. */
  ...(Object.fromEntries(PLANS.map((plan) => [priceSetting(plan), priceId])) as Record<
    PriceSetting,
    typeof priceId
  >),
  /** Overrides the address of the payment API. */
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
 * Not sensitive: the sandbox takes no money, production refuses it, and a forged event only makes us read the current
 * state again.
 */
const SANDBOX_KEY = 'sk_test_sandbox'
const SANDBOX_WEBHOOK_SECRET = 'whsec_sandbox'

const Settings = z.object(paymentSettings)

/** `ownOrigin` is where this process reaches itself and the sandbox. */
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
    /** Undefined for the provider's default. */
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
