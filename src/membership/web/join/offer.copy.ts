import type { Sale } from '#app/membership/membership.contract.ts'
import type { offer, Plan } from '#app/membership/offer.ts'
import { spellNumberFirst } from '#app/shared/counts.ts'
import { formatDay } from '#app/shared/dates.ts'
import { formatShortPrice } from '#app/shared/money.ts'

const DAY_MS = 24 * 60 * 60 * 1000

// Made when a page says a day: most do not, and it takes a slow phone long.
let trialDay: Intl.DateTimeFormat | undefined

/** `Tue, Nov 24`: the day of the business so many days from now. */
export function dayAfter(days: number, now: Date): string {
  trialDay ??= new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/Toronto',
    weekday: 'short',
    month: 'short',
    day: 'numeric',
  })
  return trialDay.format(new Date(now.getTime() + days * DAY_MS))
}

/** A plan as people read it. */
export type PlanWords = {
  key: Plan
  name: string
  /** `$97` */
  price: string
  /** `a year` */
  per: string
  /** `$67`: what the first year costs while the sale runs. */
  salePrice?: string
}

export type OfferWords = {
  trialDays: number
  /** `Three` */
  trialDaysInWords: string
  guarantee: string
  plans: Record<Plan, PlanWords>
  defaultPlan: Plan
  /** `November 30`, the last day of the sale that runs. */
  saleLastDay?: string
}

/** The one offer with the sale of the day, every price written once. The sale is the annual plan's. */
export function offerInWords(facts: typeof offer, sale: Sale): OfferWords {
  const words = (key: Plan): PlanWords => {
    const { name, priceCents, interval } = facts.plans[key]
    return { key, name, price: formatShortPrice(priceCents / 100), per: `a ${interval}` }
  }
  const annual = words('annual')
  return {
    trialDays: facts.trialDays,
    trialDaysInWords: spellNumberFirst(facts.trialDays),
    guarantee: facts.guarantee,
    defaultPlan: facts.defaultPlan,
    plans: {
      annual: sale ? { ...annual, salePrice: formatShortPrice(sale.price) } : annual,
      monthly: words('monthly'),
    },
    ...(sale ? { saleLastDay: formatDay(sale.lastDay) } : {}),
  }
}

/** What a checkout will be like; the server has the last word. */
export type Terms = { isTrial: boolean; isSale: boolean }

/** `$97 a year`, or `$67 for the first year, then $97 a year`. */
export function costOf({ price, per, salePrice }: PlanWords, isSale: boolean): string {
  const rate = `${price} ${per}`
  return isSale && salePrice ? `${salePrice} for the first year, then ${rate}` : rate
}

/** What stands beside every join button: trial, price after it, how to cancel. */
export function termsInWords(
  plan: PlanWords,
  { isTrial, isSale }: Terms,
  trialDays: number,
): string {
  const cost = costOf(plan, isSale)
  const start = isTrial ? `${trialDays} days free, then ${cost}.` : `${cost}, starting today.`
  return `${start} Cancel any time in your account.`
}

/** What the page said and what the server says differ: said before anybody is sent to pay. */
export function changeInWords(
  plan: PlanWords,
  { told, real, trialDays }: { told: Terms; real: Terms; trialDays: number },
): string {
  const cost = costOf(plan, real.isSale)
  const news = [
    ...(told.isSale && !real.isSale ? ['The sale has ended.'] : []),
    ...(!told.isSale && real.isSale ? ['A sale has begun.'] : []),
    ...(told.isTrial && !real.isTrial ? ['Your trial has been used.'] : []),
    ...(!told.isTrial && real.isTrial ? ['You still have your free trial.'] : []),
  ]
  const terms = real.isTrial
    ? `Membership is free for ${trialDays} days, then ${cost}.`
    : `Membership starts today at ${cost}.`
  return [...news, terms].join(' ')
}
