import type Stripe from 'stripe'
import type { AppContext } from '#app/server/context.ts'
import { paymentCall } from '#app/server/payments.ts'
import { offer, PLANS, type Plan, SOLD_PLANS } from '#app/shared/offer.ts'
import { site } from '#app/shared/site.ts'

/** The lookup key of a price at the provider, used when no id is configured. */
export function lookupKeyOf(plan: Plan): string {
  return `nouveau_${plan}`
}

const PRODUCT_ID = 'nouveau_membership'
export const PRODUCT_NAME = `${site.name} membership`

type PriceIds = Record<Plan, string>

const known = new WeakMap<AppContext['payments'], PriceIds>()

export async function priceIdOf(ctx: AppContext, plan: Plan): Promise<string> {
  return (await readPriceIds(ctx))[plan]
}

/** The plan a buyer means: by its key or by a price id of ours. Undefined for what is not sold. */
export async function findSoldPlan(ctx: AppContext, wanted: string): Promise<Plan | undefined> {
  const byKey = SOLD_PLANS.find((plan) => plan === wanted)
  if (byKey) return byKey
  const ids = await readPriceIds(ctx)
  return SOLD_PLANS.find((plan) => ids[plan] === wanted)
}

/** The plan that a price of the provider stands for; undefined for another product's. */
export function planOfPrice(
  { config }: Pick<AppContext, 'config'>,
  price: Pick<Stripe.Price, 'id' | 'lookup_key'>,
): Plan | undefined {
  return PLANS.find(
    (plan) => config.payments.priceIds[plan] === price.id || lookupKeyOf(plan) === price.lookup_key,
  )
}

async function readPriceIds(ctx: AppContext): Promise<PriceIds> {
  const found = known.get(ctx.payments)
  if (found) return found
  const ids = await findPriceIds(ctx)
  known.set(ctx.payments, ids)
  return ids
}

async function findPriceIds(ctx: AppContext): Promise<PriceIds> {
  const ids: Partial<PriceIds> = {}
  for (const plan of PLANS) {
    ids[plan] =
      ctx.config.payments.priceIds[plan] ??
      (await findPriceId(ctx, plan)) ??
      (await createPrice(ctx, plan))
  }
  return ids as PriceIds
}

async function findPriceId({ payments: { stripe } }: AppContext, plan: Plan) {
  const { data } = await paymentCall(() =>
    stripe.prices.list({ lookup_keys: [lookupKeyOf(plan)], active: true }),
  )
  return data[0]?.id
}

/**
 * The first start with a new account. Product and lookup key can be there only once, so several
 * processes share them; idempotency keys would repeat a failure for a day.
 */
async function createPrice(ctx: AppContext, plan: Plan): Promise<string> {
  const { stripe } = ctx.payments
  const { priceCents, interval, name } = offer.plans[plan]
  await paymentCall(() => stripe.products.create({ id: PRODUCT_ID, name: PRODUCT_NAME })).catch(
    unlessThere,
  )
  try {
    const price = await paymentCall(() =>
      stripe.prices.create({
        product: PRODUCT_ID,
        lookup_key: lookupKeyOf(plan),
        currency: offer.currency,
        unit_amount: priceCents,
        recurring: { interval },
        nickname: name,
      }),
    )
    return price.id
  } catch (error) {
    // Another process was faster, or the provider created it and failed to say so.
    const id = await findPriceId(ctx, plan)
    if (!id) throw error
    return id
  }
}

function unlessThere(error: { code?: string }): void {
  if (error.code !== 'resource_already_exists') throw error
}

/** The sale as the provider knows it: so much off the first year. Answers the coupon's id. */
export async function couponOf(
  ctx: AppContext,
  { plan, salePriceCents }: { plan: Plan; salePriceCents: number },
): Promise<string> {
  const { stripe } = ctx.payments
  const { priceCents } = offer.plans[plan]
  // Names both prices: a coupon of one id is the same discount for ever.
  const id = `nouveau-${plan}-${priceCents}-to-${salePriceCents}`
  const amountOff = priceCents - salePriceCents
  await paymentCall(() =>
    stripe.coupons.create({
      id,
      name: 'First year',
      amount_off: amountOff,
      currency: offer.currency,
      // `once` would be used up by the trial's invoice of zero; twelve months hold one yearly bill.
      duration: 'repeating',
      duration_in_months: 12,
    }),
  ).catch(unlessThere)
  return id
}
