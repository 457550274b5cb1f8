import type { SavedDeal } from '#app/saved/saved.contract.ts'
import type { SavedSort } from '#app/saved/saved.facts.ts'
import { formatShortPrice } from '#app/shared/money.ts'

/** What is another since it was saved; undefined when nothing is. */
export function savedChange({
  priceThen,
  deal,
}: Pick<SavedDeal, 'priceThen' | 'deal'>): string | undefined {
  if (deal === null) return 'No longer listed'
  // Its card says that and why; a price of then would read as one to be had.
  if (deal.state === 'ended') return
  if (priceThen === null || deal.salePrice === null || priceThen === deal.salePrice) return
  return `Was ${formatShortPrice(priceThen)} when you saved it, now ${formatShortPrice(deal.salePrice)}`
}

export const SORT_WORDS: Record<SavedSort, string> = {
  newest: 'Newest',
  changed: 'What changed',
  'price-up': 'Lowest price',
  'price-down': 'Highest price',
  'percent-off': 'Most off',
}
