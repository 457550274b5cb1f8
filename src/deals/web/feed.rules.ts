import type { DealsPage } from '#app/deals/deals.contract.ts'
import { LAST_PAGE } from '#app/deals/deals.facts.ts'

/** A page opened by its address starts at most this many pages before the one it names. */
const MOST_PAGES_AT_ONCE = 4

/** The page an address asks for; the first when it asks for nonsense. */
export function requestedPage(page: string | null): number {
  const number = /^\d{1,7}$/.test(page ?? '') ? Number(page) : 1
  return Math.min(Math.max(number, 1), LAST_PAGE)
}

export type PageRange = { from: number; to: number }

/**
 * Which pages to show for `?page=to`: the last few of 1 to `to`, and before them those that are
 * at hand already, so that Back finds the list as long as it was left.
 */
export function pagesToShow(to: number, isAtHand: (page: number) => boolean): PageRange {
  let from = Math.max(1, to - MOST_PAGES_AT_ONCE + 1)
  while (from > 1 && isAtHand(from - 1)) from -= 1
  return { from, to }
}

export function pagesOf({ from, to }: PageRange): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

/** While new deals arrive, a page can begin with what the one before ended with. */
export function withoutRepeats<T extends { id: string }>(deals: T[]): T[] {
  const seen = new Set<string>()
  return deals.filter(({ id }) => !seen.has(id) && seen.add(id))
}

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
