import type { DealsPage } from '#app/deals/deals.contract.ts'
import { FEED_PAGE_SIZE, LARGEST_FEED_PAGE } from '#app/deals/deals.facts.ts'

/** A page opened by its address shows this many pages before the one it names, at most. */
export const MOST_PAGES_AT_ONCE = 40
/** How many pages of the feed one call can bring. */
export const PAGES_A_CALL = LARGEST_FEED_PAGE / FEED_PAGE_SIZE

export type PageRange = { from: number; to: number }

/**
 * Which pages to show for `?page=to`: all that were open, so that a reload finds the list as long
 * as it was left. Of a very long one the last few, and before them those that are at hand already.
 */
export function pagesToShow(to: number, isAtHand: (page: number) => boolean): PageRange {
  const from = Math.max(1, to - MOST_PAGES_AT_ONCE + 1)
  return { ...pagesAtHand(from, isAtHand), to }
}

/** A page, and before it those that are at hand. */
export function pagesAtHand(to: number, isAtHand: (page: number) => boolean): PageRange {
  let from = to
  while (from > 1 && isAtHand(from - 1)) from -= 1
  return { from, to }
}

export function pagesOf({ from, to }: PageRange): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

/**
 * The pages in as few calls as can be: `whole` are numbers of the large pages that one call brings,
 * `single` those of ours that are fetched alone.
 */
export function callsFor(missing: number[]): { whole: number[]; single: number[] } {
  const large = (page: number) => Math.ceil(page / PAGES_A_CALL)
  const isWorthIt = (page: number) =>
    missing.filter((other) => large(other) === large(page)).length > 1
  return {
    whole: [...new Set(missing.filter(isWorthIt).map(large))],
    single: missing.filter((page) => !isWorthIt(page)),
  }
}

/** A large page as the pages that the feed is shown in. */
export function splitPage({ deals, days, pagination, ...rest }: DealsPage): DealsPage[] {
  const totalPages = Math.ceil(pagination.totalDeals / FEED_PAGE_SIZE)
  return Array.from({ length: PAGES_A_CALL }, (_, index) => {
    const currentPage = (pagination.currentPage - 1) * PAGES_A_CALL + index + 1
    return {
      ...rest,
      deals: deals.slice(index * FEED_PAGE_SIZE, (index + 1) * FEED_PAGE_SIZE),
      days,
      pagination: {
        ...pagination,
        currentPage,
        totalPages,
        hasNextPage: currentPage < totalPages,
      },
    }
  })
}

/** While new deals arrive, a page can begin with what the one before ended with. */
export function withoutRepeats<T extends { id: string }>(deals: T[]): T[] {
  const seen = new Set<string>()
  return deals.filter(({ id }) => !seen.has(id) && seen.add(id))
}

/**
 * How many deals have come to the top of the feed: those before the first one that was there
 * already, and when the whole page is new, as many as the feed has grown by. In another order they may be
 * anywhere, and only how much it has grown is known.
 */
export function countNewDeals(before: DealsPage, now: DealsPage, isNewestFirst = true): number {
  const grown = now.pagination.totalDeals - before.pagination.totalDeals
  if (!isNewestFirst) return Math.max(0, grown)
  const known = new Set(before.deals.map(({ id }) => id))
  const firstKnown = now.deals.findIndex(({ id }) => known.has(id))
  if (firstKnown >= 0) return firstKnown
  return Math.max(now.deals.length, grown)
}
