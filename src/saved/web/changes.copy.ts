import type { SavedDeal } from '#app/saved/saved.contract.ts'
import type { SavedSort } from '#app/saved/saved.facts.ts'
import { formatShortPrice } from '#app/shared/money.ts'

/** Describes what has changed since the deal was saved; undefined if nothing has. */
export function savedChange({
  priceThen,
  deal,
}: Pick<SavedDeal, 'priceThen' | 'deal'>): string | undefined {
  if (deal === null) return 'No longer listed'
  // The card says why it ended; a former price would look like a current offer.
  if (deal.state === 'ended') return
  if (priceThen === null || deal.salePrice === null || priceThen === deal.salePrice) return
  return `Was ${formatShortPrice(priceThen)} when you saved it, now ${formatShortPrice(deal.salePrice)}`
}

/** `2 of them have ended, one is no longer listed.` */
export function overInWords({ ended, unlisted }: { ended: number; unlisted: number }): string {
  const over =
    ended === 0 ? '' : ended === 1 ? 'One of them has ended' : `${ended} of them have ended`
  if (unlisted === 0) return `${over}.`
  const gone = unlisted === 1 ? 'is no longer listed' : 'are no longer listed'
  const who = unlisted === 1 ? 'one' : String(unlisted)
  if (over !== '') return `${over}, ${who} ${gone}.`
  return unlisted === 1 ? `One of them ${gone}.` : `${who} of them ${gone}.`
}

export const SORT_WORDS: Record<SavedSort, string> = {
  newest: 'Newest',
  changed: 'What changed',
  'price-up': 'Lowest price',
  'price-down': 'Highest price',
  'percent-off': 'Most off',
}
