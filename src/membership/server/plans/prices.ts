import type Stripe from 'stripe'
import type { AppContext } from '#app/server/context.ts'
import { isUnknownToProvider, paymentCall } from '#app/server/payments.ts'
import { Problem } from '#app/server/problem.ts'
import { offer, PLANS, type Plan, SOLD_PLANS } from '#app/shared/offer.ts'
import { site } from '#app/shared/site.ts'

/** The lookup key of a price at the provider, used when no id is configured. */
export function lookupKeyOf(plan: Plan): string {
  return `nouveau_${plan}`
}

const PRODUCT_ID = 'nouveau_membership'
export const PRODUCT_NAME = `${site.name} membership`

type KnownPrice = {
  id: string
  /** In what it is another price than the one we offer; undefined when it is that one. */
  difference?: string
}
type Prices = Record<Plan, KnownPrice>

const known = new WeakMap<AppContext['payments'], Prices>()

/** Throws 503 while the provider would charge something else than we say, and logs that. */
export async function priceIdOf(ctx: AppContext, plan: Plan): Promise<string> {
  const { id, difference } = (await readPrices(ctx))[plan]
  if (difference === undefined) return id
  logDifference(ctx, plan, { id, difference })
  throw new Problem(
    503,
    'price-differs',
    'We cannot take payments for this plan right now: its price is being put right. Nothing was charged.',
    { retryAfterSeconds: 5 * 60 },
  )
}

/** At the start: says in the log whether the provider would charge what we offer. Never throws. */
export async function comparePrices(ctx: AppContext): Promise<void> {
  try {
    for (const plan of SOLD_PLANS) {
      const price = await findPrice(ctx, plan)
      if (price) logDifference(ctx, plan, price)
    }
  } catch (err) {
    ctx.log.error({ err }, 'the prices at the payment provider could not be compared')
  }
}

function logDifference(ctx: AppContext, plan: Plan, { id, difference }: KnownPrice): void {
  if (difference === undefined) return
  ctx.log.error(
    { plan, priceId: id, difference },
    'the price at the payment provider is not the one we offer: nobody can pay by it',
  )
}

/** The plan a buyer means: by its key or by a price id of ours. Undefined for what is not sold. */
export async function findSoldPlan(ctx: AppContext, wanted: string): Promise<Plan | undefined> {
  const byKey = SOLD_PLANS.find((plan) => plan === wanted)
  if (byKey) return byKey
  const prices = await readPrices(ctx)
  return SOLD_PLANS.find((plan) => prices[plan].id === wanted)
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

async function readPrices(ctx: AppContext): Promise<Prices> {
  const found = known.get(ctx.payments)
  if (found) return found
  const prices = await findPrices(ctx)
  // One that differs is looked at again: it may be put right while we run.
  if (PLANS.every((plan) => prices[plan].difference === undefined)) known.set(ctx.payments, prices)
  return prices
}

async function findPrices(ctx: AppContext): Promise<Prices> {
  const prices: Partial<Prices> = {}
  for (const plan of PLANS) {
    const price = await findPrice(ctx, plan)
    // The sandbox's price of an earlier offer makes room for that of this one.
    const isOld = ctx.config.payments.isSandbox && price?.difference !== undefined
    prices[plan] = price && !isOld ? price : { id: await createPrice(ctx, plan) }
  }
  return prices as Prices
}

/** The configured one, or the one with our lookup key. Undefined when there is none yet. */
async function findPrice(ctx: AppContext, plan: Plan): Promise<KnownPrice | undefined> {
  const { stripe } = ctx.payments
  const configured = ctx.config.payments.priceIds[plan]
  if (!configured) {
    const { data } = await paymentCall(() =>
      stripe.prices.list({ lookup_keys: [lookupKeyOf(plan)], active: true }),
    )
    return data[0] && comparedToOffer(plan, data[0])
  }
  try {
    return comparedToOffer(plan, await paymentCall(() => stripe.prices.retrieve(configured)))
  } catch (error) {
    if (!isUnknownToProvider(error)) throw error
    return { id: configured, difference: 'the provider does not know it' }
  }
}

function comparedToOffer(plan: Plan, price: Stripe.Price): KnownPrice {
  const difference = differenceOf(plan, price)
  return { id: price.id, ...(difference !== undefined && { difference }) }
}

function differenceOf(
  plan: Plan,
  { active, currency, unit_amount: cents, recurring }: Stripe.Price,
): string | undefined {
  const { priceCents, interval } = offer.plans[plan]
  const ours = rateOf(priceCents, offer.currency, interval)
  const theirs = rateOf(cents, currency, recurring?.interval, recurring?.interval_count)
  if (ours !== theirs) return `we offer ${ours}, the provider charges ${theirs}`
  return active ? undefined : 'the provider has archived it'
}

function rateOf(cents: number | null, currency: string, interval = 'once', count = 1): string {
  const often = count === 1 ? interval : `${count} ${interval}s`
  return `${cents === null ? 'by tiers' : (cents / 100).toFixed(2)} ${currency} / ${often}`
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
        ...(ctx.config.payments.isSandbox && { transfer_lookup_key: true }),
        currency: offer.currency,
        unit_amount: priceCents,
        recurring: { interval },
        nickname: name,
      }),
    )
    return price.id
  } catch (error) {
    // Another process was faster, or the provider created it and failed to say so.
    const price = await findPrice(ctx, plan)
    if (!price) throw error
    return price.id
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
