import { costOf, type OfferWords } from './offer.copy.ts'

// Apart from the words of one plan, which every first visit loads.

/** `$97 a year, or $12 a month`, with what the first year costs while a sale runs. */
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

/** Commas between them, and before the last one `or`. */
function listOf(words: string[], or: string): string {
  return [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(or)
}
