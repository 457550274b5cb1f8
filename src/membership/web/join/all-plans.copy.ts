import { costOf, type OfferWords } from './offer.copy.ts'

// Kept apart from the texts about a single plan, which every first visit loads.

/** `$97 a year, or $12 a month`, with the price of the first year while a sale runs. */
export function costsOf({ sold }: Pick<OfferWords, 'sold'>): string {
  return listOf(
    sold.map((plan) => costOf(plan, plan.salePrice !== undefined)),
    ', or ',
  )
}

/** `$97 a year or $12 a month` */
export function ratesOf({ sold }: Pick<OfferWords, 'sold'>): string {
  return listOf(
    sold.map(({ price, per }) => `${price} ${per}`),
    ' or ',
  )
}

/** `year or month` */
export function intervalsOf({ sold }: Pick<OfferWords, 'sold'>): string {
  return listOf([...new Set(sold.map(({ interval }) => interval))], ' or ')
}

/** Joins with commas, and with `or` before the last one. */
function listOf(words: string[], or: string): string {
  return [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(or)
}
