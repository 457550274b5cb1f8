import type { Offer } from '#app/membership/membership.contract.ts'
import { spellNumberFirst } from '#app/shared/counts.ts'
import { formatDay } from '#app/shared/dates.ts'
import { formatShortPrice } from '#app/shared/money.ts'
import { type Interval, MONTHLY_GUARANTEE, offer, type Plan } from '#app/shared/offer.ts'

/** A plan in words, as people read it. */
export type PlanWords = {
  key: Plan
  name: string
  /** `$97` */
  price: string
  /** `a year` */
  per: string
  interval: Interval
  /** `about $8 a month, billed yearly`: the price per month of a plan that is not billed monthly. */
  comesTo?: string
  /** `$47`: how much less a year of it costs than a year of the plan that is billed by the month. */
  saves?: string
  /** `$67`: what the first year costs while the sale runs. */
  salePrice?: string
}

export type OfferWords = {
  trialDays: number
  /** `Three` */
  trialDaysInWords: string
  guarantee: string
  /** The plans that can be chosen; the first one is the default. */
  sold: PlanWords[]
  first: PlanWords
  /** `November 30`, the last day of the running sale. */
  saleLastDay?: string
}

const MONTHS_A_YEAR = 12

/** Today's offer in words; every price is formatted here. */
export function offerInWords({ plans, sale }: Offer): OfferWords {
  const monthly = plans.find(({ plan }) => offer.plans[plan].interval === 'month')
  const sold = plans.map(({ plan: key, price }): PlanWords => {
    const { name, interval, hasSale } = offer.plans[key]
    const saved = monthly && interval === 'year' ? monthly.price * MONTHS_A_YEAR - price : 0
    return {
      key,
      name,
      price: formatShortPrice(price),
      per: `a ${interval}`,
      interval,
      ...(interval === 'year' && {
        comesTo: `about $${Math.round(price / MONTHS_A_YEAR)} a month, billed yearly`,
      }),
      ...(saved > 0 && { saves: formatShortPrice(saved) }),
      ...(sale && hasSale && { salePrice: formatShortPrice(sale.price) }),
    }
  })
  const [first] = sold
  if (!first) throw new Error('There is no plan that could be joined.')
  return {
    trialDays: offer.trialDays,
    trialDaysInWords: spellNumberFirst(offer.trialDays),
    guarantee: offer.guarantee,
    sold,
    first,
    ...(sale ? { saleLastDay: formatDay(sale.lastDay) } : {}),
  }
}

/** The terms of a checkout; the server has the last word. */
export type Terms = { isTrial: boolean; isSale: boolean }

/** `$97 a year`, or `$67 for the first year, then $97 a year`. */
export function costOf({ price, per, salePrice }: PlanWords, isSale: boolean): string {
  const rate = `${price} ${per}`
  return isSale && salePrice ? `${salePrice} for the first year, then ${rate}` : rate
}

/** The text beside every join button: the trial, the price after it, and how to cancel. */
export function termsInWords(
  plan: PlanWords,
  { isTrial, isSale }: Terms,
  trialDays: number,
): string {
  const cost = costOf(plan, isSale)
  const start = isTrial ? `${trialDays} days free, then ${cost}.` : `${cost}, starting today.`
  return `${start} Cancel any time in your account.${plan.interval === 'month' ? ` ${MONTHLY_GUARANTEE}` : ''}`
}
