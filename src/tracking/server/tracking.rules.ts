import type { Deal } from '#app/deals/deals.contract.ts'

export type ClickRequest = {
  method: string
  /** `Sec-Purpose`, `Purpose` and `X-Moz`, whatever of them was sent. */
  purposes: Array<string | undefined>
  fetchSite: string | undefined
  isBot: boolean
  wasOpenedJustNow: boolean
}

/** Only what a person did on our own page counts as a click; the rest is kept apart. */
export function classifyClick(
  request: ClickRequest,
): 'click' | 'repeat' | 'prefetch' | 'head' | 'bot' {
  if (request.method === 'HEAD') return 'head'
  if (request.purposes.some((purpose) => purpose && /prefetch|prerender|preview/i.test(purpose))) {
    return 'prefetch'
  }
  const isFromElsewhere = request.fetchSite !== undefined && request.fetchSite !== 'same-origin'
  if (request.isBot || isFromElsewhere) return 'bot'
  return request.wasOpenedJustNow ? 'repeat' : 'click'
}

/** The top-level domain that no real shop can have; the demo catalogue's retailers live there. */
const FICTIONAL = /\.example$/

/**
 * Where a click on this link ends. In the demo the retailers are fictional, so their stand-in
 * pages answer for them; everything else goes where it says.
 */
export function destinationOf(buyUrl: string, standInUrl: string | undefined): string {
  if (!standInUrl || !FICTIONAL.test(new URL(buyUrl).hostname)) return buyUrl
  return `${standInUrl}?to=${encodeURIComponent(buyUrl)}`
}

/** What a trip keeps of the prices that were shown, and of what they rested on. */
export function shownPrices({ originalPrice, salePrice, price }: Deal) {
  return {
    wasCents: toCents(originalPrice),
    nowCents: toCents(salePrice),
    basis: price.basis,
    isProven: price.isProven,
  }
}

function toCents(dollars: number | null): number | null {
  return dollars === null ? null : Math.round(dollars * 100)
}
