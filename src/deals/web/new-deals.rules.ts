import type { DealsPage } from '#app/deals/deals.contract.ts'

/**
 * How many deals have come to the top of the feed: those before the first one that was there
 * already, and when the whole page is new, as many as the feed has grown by.
 */
export function countNewDeals(before: DealsPage, now: DealsPage): number {
  const known = new Set(before.deals.map(({ id }) => id))
  const firstKnown = now.deals.findIndex(({ id }) => known.has(id))
  if (firstKnown >= 0) return firstKnown
  const grown = now.pagination.totalDeals - before.pagination.totalDeals
  return Math.max(now.deals.length, grown)
}

export function newDealsWords(count: number): string {
  return count === 1 ? '1 new deal' : `${count} new deals`
}
