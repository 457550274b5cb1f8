import type { Deal } from '#app/deals/deals.contract.ts'

export type ClickRequest = {
  method: string
  /** The values of `Sec-Purpose`, `Purpose` and `X-Moz`. */
  purposes: Array<string | undefined>
  fetchSite: string | undefined
  isBot: boolean
  wasOpenedJustNow: boolean
}

/** Classifies a request: only what a person did on our own pages is a click; the rest is kept apart. */
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

/** A top-level domain reserved for examples; the demo catalogue's retailers use it. */
const FICTIONAL = /\.example$/

/**
 * Returns where a click on this link leads. In the demo, stand-in pages take the place of the fictional
 * retailers; all other links are used as they are.
 */
export function destinationOf(buyUrl: string, standInUrl: string | undefined): string {
  if (!standInUrl || !FICTIONAL.test(new URL(buyUrl).hostname)) return buyUrl
  return `${standInUrl}?to=${encodeURIComponent(buyUrl)}`
}

/** Returns the prices shown and their basis, as stored with a trip. */
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
