import type Stripe from 'stripe'
import type { AppContext } from '#app/server/context.ts'
import { isUnknownToProvider, paymentCall } from '#app/server/payments.ts'
import { Problem } from '#app/server/problem.ts'
import { offer, PLANS, type Plan, type SoldPrices } from '#app/shared/offer.ts'

/** The lookup key of a price at the provider, used when no id is configured. */
export function lookupKeyOf(plan: Plan): string {
  return `nouveau_${plan}`
}

const PRODUCT_ID = 'nouveau_membership'
export const nameOfProduct = ({ config: { club } }: Pick<AppContext, 'config'>) =>
  `${club.name} membership`

type KnownPrice = {
  id: string
  /** How it differs from the price we offer; undefined when it does not. */
  difference?: string
}

/** A plan that is sold, and its price. */
type SoldPlan = { plan: Plan; priceCents: number }

/** The plans that are sold, in the order in which they are offered. */
export function soldPlans(prices: SoldPrices): SoldPlan[] {
  return PLANS.flatMap((plan) => {
    const priceCents = prices[plan]
    return priceCents === undefined ? [] : [{ plan, priceCents }]
  })
}

/** Ids of prices that agree with the offer; cached, because a price never changes at the provider. */
const agreed = new WeakMap<AppContext['payments'], Map<Plan, string>>()

/**
 * The id of a plan's price. Logs and throws 503 while the provider would charge something else than
 * we offer.
 */
export async function priceIdOf(ctx: AppContext, plan: Plan): Promise<string> {
  const known = agreed.get(ctx.payments)?.get(plan)
  if (known) return known
  const { id, difference } = await readPrice(ctx, plan)
  if (difference === undefined) {
    agreed.set(ctx.payments, (agreed.get(ctx.payments) ?? new Map()).set(plan, id))
    return id
  }
  logDifference(ctx, plan, { id, difference })
  throw new Problem(
    503,
    'price-differs',
    'We cannot take payments for this plan right now: its price is being put right. Nothing was charged.',
    { retryAfterSeconds: 5 * 60 },
  )
}

/** Logs at the start whether the provider would charge something else than we offer. Never throws. */
export async function comparePrices(ctx: AppContext): Promise<void> {
  try {
    for (const { plan } of soldPlans(ctx.config.prices)) {
      const price = await findPrice(ctx, plan)
      if (price) logDifference(ctx, plan, price)
    }
  } catch (err) {
    ctx.log.error({ err }, 'the prices at the payment provider could not be compared')
  }
}

/** What the provider has of each plan that is sold, for the setup check. Throws when it cannot be asked. */
export async function comparedPrices(
  ctx: AppContext,
): Promise<Array<{ plan: Plan; isThere: boolean; difference: string | undefined }>> {
  return Promise.all(
    soldPlans(ctx.config.prices).map(async ({ plan }) => {
      const price = await findPrice(ctx, plan)
      return { plan, isThere: price !== undefined, difference: price?.difference }
    }),
  )
}

function logDifference(ctx: AppContext, plan: Plan, { id, difference }: KnownPrice): void {
  if (difference === undefined) return
  ctx.log.error(
    { plan, priceId: id, difference },
    'the price at the payment provider is not the one we offer: nobody can pay by it',
  )
}

/** The plan a buyer means, by its key or by a price id of ours; undefined when it is not sold. */
export async function findSoldPlan(ctx: AppContext, wanted: string): Promise<SoldPlan | undefined> {
  const sold = soldPlans(ctx.config.prices)
  const byKey = sold.find(({ plan }) => plan === wanted)
  if (byKey || !wanted.startsWith('price_')) return byKey
  for (const each of sold) {
    if ((await readPrice(ctx, each.plan)).id === wanted) return each
  }
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

async function readPrice(ctx: AppContext, plan: Plan): Promise<KnownPrice> {
  const price = await findPrice(ctx, plan)
  if (!price) return { id: await createPrice(ctx, plan) }
  // In the sandbox, the price of an earlier offer is replaced by that of this one.
  const isOld = ctx.config.payments.isSandbox && price.difference !== undefined
  return isOld ? { id: await createPrice(ctx, plan, { insteadOf: price.id }) } : price
}

/** The configured price, or the one with our lookup key; undefined when there is none yet. */
async function findPrice(ctx: AppContext, plan: Plan): Promise<KnownPrice | undefined> {
  const { stripe } = ctx.payments
  const configured = ctx.config.payments.priceIds[plan]
  if (!configured) {
    const { data } = await paymentCall(() =>
      stripe.prices.list({ lookup_keys: [lookupKeyOf(plan)], active: true }),
    )
    return data[0] && comparedToOffer(ctx, plan, data[0])
  }
  try {
    return comparedToOffer(ctx, plan, await paymentCall(() => stripe.prices.retrieve(configured)))
  } catch (error) {
    if (!isUnknownToProvider(error)) throw error
    return { id: configured, difference: 'the provider does not know it' }
  }
}

function comparedToOffer({ config }: AppContext, plan: Plan, price: Stripe.Price): KnownPrice {
  const difference = differenceOf({ plan, priceCents: config.prices[plan] ?? null }, price)
  return { id: price.id, ...(difference !== undefined && { difference }) }
}

function differenceOf(
  { plan, priceCents }: { plan: Plan; priceCents: number | null },
  { active, currency, unit_amount: cents, recurring }: Stripe.Price,
): string | undefined {
  const { interval } = offer.plans[plan]
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
 * Creates the price, on the first start with a new provider account. Product and lookup key are
 * unique there, so several processes share them; idempotency keys would repeat a failure for a day.
 */
async function createPrice(
  ctx: AppContext,
  plan: Plan,
  { insteadOf }: { insteadOf?: string } = {},
): Promise<string> {
  const { stripe } = ctx.payments
  const { interval, name } = offer.plans[plan]
  const priceCents = ctx.config.prices[plan]
  if (priceCents === undefined) throw new Error(`The ${name} plan is not sold.`)
  await paymentCall(() =>
    stripe.products.create({ id: PRODUCT_ID, name: nameOfProduct(ctx) }),
  ).catch(unlessThere)
  try {
    const price = await paymentCall(() =>
      stripe.prices.create(
        {
          product: PRODUCT_ID,
          lookup_key: lookupKeyOf(plan),
          ...(insteadOf !== undefined && { transfer_lookup_key: true }),
          currency: offer.currency,
          unit_amount: priceCents,
          recurring: { interval },
          nickname: name,
        },
        // A transferred lookup key guards nothing, so this key lets concurrent processes make one
        // price.
        insteadOf === undefined ? {} : { idempotencyKey: `${insteadOf}-to-${priceCents}` },
      ),
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

/** The sale as a coupon at the provider, which reduces the first year. Returns the coupon's id. */
export async function couponOf(
  ctx: AppContext,
  { plan, salePriceCents }: { plan: Plan; salePriceCents: number },
): Promise<string> {
  const { stripe } = ctx.payments
  const priceCents = ctx.config.prices[plan] ?? salePriceCents
  // The id names both prices, because a coupon of one id is the same discount for ever.
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
