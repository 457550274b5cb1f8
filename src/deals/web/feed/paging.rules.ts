import type { DealsPage } from '#app/deals/deals.contract.ts'
import { FEED_PAGE_SIZE, LARGEST_FEED_PAGE } from '#app/deals/deals.facts.ts'

/** Most pages that are loaded at once for an address, the requested one included. */
export const MOST_PAGES_AT_ONCE = 40
/** Pages of the feed per call. */
export const PAGES_A_CALL = LARGEST_FEED_PAGE / FEED_PAGE_SIZE

export type PageRange = { from: number; to: number }

/**
 * The pages to show for `?page=to`: all earlier ones too, so that a reload restores the length of the list. Of
 * a very long list only the last few, and those before them that are cached.
 */
export function pagesToShow(to: number, isAtHand: (page: number) => boolean): PageRange {
  const from = Math.max(1, to - MOST_PAGES_AT_ONCE + 1)
  return { ...pagesAtHand(from, isAtHand), to }
}

/** A page, and the cached pages directly before it. */
export function pagesAtHand(to: number, isAtHand: (page: number) => boolean): PageRange {
  let from = to
  while (from > 1 && isAtHand(from - 1)) from -= 1
  return { from, to }
}

export function pagesOf({ from, to }: PageRange): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

/**
 * Splits the pages into as few calls as possible: `whole` are numbers of large pages, `single` those of small
 * pages that are loaded alone.
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

/** Splits a large page into the pages that the feed shows. */
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

/** While new deals arrive, a page may begin with the last deals of the page before. */
export function withoutRepeats<T extends { id: string }>(deals: T[]): T[] {
  const seen = new Set<string>()
  return deals.filter(({ id }) => !seen.has(id) && seen.add(id))
}

/**
 * The number of new deals at the top of the feed: those before the first known one, or, when the whole page is
 * new, as many as the feed has grown by. In another sort order new deals may be anywhere: then only the growth
 * counts.
 */
export function countNewDeals(before: DealsPage, now: DealsPage, isNewestFirst = true): number {
  const grown = now.pagination.totalDeals - before.pagination.totalDeals
  if (!isNewestFirst) return Math.max(0, grown)
  const known = new Set(before.deals.map(({ id }) => id))
  const firstKnown = now.deals.findIndex(({ id }) => known.has(id))
  if (firstKnown >= 0) return firstKnown
  return Math.max(now.deals.length, grown)
}
