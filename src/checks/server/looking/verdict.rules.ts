import type { CheckAnswer, FindingKind } from '#app/checks/checks.facts.ts'
import type { PageOffer, PageProduct, PageReading } from '#app/checks/server/pages/page-reading.ts'
import type { PriceBasis } from '#app/deals/prices/prices.facts.ts'
import { foldName } from '#app/shared/names.ts'

/** The outcome of a check's last request. */
export type Fetched =
  /** A page was received, with what it says; null if it could not be read. */
  | { kind: 'page'; url: string; reading: PageReading | null }
  /** An answer without a page worth reading. */
  | { kind: 'status'; status: number }
  /** The shop or its robots.txt turns us away. */
  | { kind: 'forbidden' }
  /** No answer, or none in time. */
  | { kind: 'silence' }
  /** Too large, not a page, or too many redirects. */
  | { kind: 'nonsense' }

/** What we know about the deal that is checked. */
export type KnownDeal = {
  url: string
  name: string
  brand: string
  gtin: string | null
  /** In hundredths of the currency it is sold in. */
  nowCents: number | null
  /** The earlier price, in the same unit. */
  wasCents: number | null
  /** The basis of the earlier price. */
  basis: PriceBasis
  /** The currency it is sold in; prices in another one cannot be compared. */
  currency: string
}

/** A price stated on a page. */
export type FoundPrice = {
  nowCents: number | null
  wasCents: number | null
  basis: 'retailer' | 'rrp'
  currency: string | null
}

export type LookVerdict = {
  answer: CheckAnswer
  /** Set with `same` and `changed`; with a doubt, it is the doubted price. */
  price: FoundPrice | null
  /** Why a person has to look; the answer is `unreadable` then. */
  doubt: FindingKind | null
}

/** A plausible price is at least this share of ours and at most this multiple of the highest known one. */
const LOWEST_SHARE = 1 / 4
const HIGHEST_SHARE = 2

/** Returns what one check tells, regardless of earlier ones. */
export function verdictOf(fetched: Fetched, deal: KnownDeal): LookVerdict {
  switch (fetched.kind) {
    case 'silence':
      return plain('no-answer')
    case 'forbidden':
      return plain('refused')
    case 'nonsense':
      return plain('unreadable')
    case 'status':
      return plain(answerOfStatus(fetched.status))
    case 'page':
      return fetched.reading
        ? verdictOfPage(fetched.reading, fetched.url, deal)
        : plain('unreadable')
  }
}

function answerOfStatus(status: number): CheckAnswer {
  if (status === 404 || status === 410) return 'gone'
  if (status === 401 || status === 403 || status === 429 || status === 451) return 'refused'
  return status >= 500 ? 'no-answer' : 'unreadable'
}

function verdictOfPage(page: PageReading, url: string, deal: KnownDeal): LookVerdict {
  const isLedAway = placeOf(url) !== placeOf(deal.url)
  switch (page.kind) {
    case 'wall':
      return plain('refused')
    case 'missing':
    case 'list':
      return plain('gone')
    case 'other':
      return plain(isLedAway && isAbove(url, deal.url) ? 'gone' : 'unreadable')
    case 'product':
      break
  }
  const { product } = page
  if (!product) return plain('unreadable')
  if (!isSamePiece(product, page.title, deal, isLedAway)) {
    return { answer: 'unreadable', price: priceShown(product.offers), doubt: 'another-piece' }
  }
  if (product.availability === 'out') return plain('sold-out')
  return verdictOfPrices(product, deal)
}

function verdictOfPrices({ offers }: PageProduct, deal: KnownDeal): LookVerdict {
  const toBuy = offers.filter(({ availability }) => availability !== 'out')
  const exact = toBuy.filter(({ url }) => url !== null && isExactly(url, deal.url))
  const priced = (exact.length > 0 ? exact : toBuy).filter(({ nowCents }) => nowCents !== null)
  if (priced.length === 0) return plain('unreadable')
  const doubted = (doubt: FindingKind): LookVerdict => ({
    answer: 'unreadable',
    price: priceShown(priced),
    doubt,
  })
  if (priced.some(({ nowCents }) => (nowCents ?? 0) <= 0)) return doubted('odd-price')

  const inItsOwn = priced.filter(({ currency }) => currency === deal.currency)
  const unsaid = priced.filter(({ currency }) => currency === null)
  const among = inItsOwn.length > 0 ? inItsOwn : unsaid
  if (among.length === 0) return doubted('other-currency')
  const ours = among.find(({ nowCents, highCents }) => nowCents === deal.nowCents && !highCents)
  // Without a currency, only a price equal to ours is certain.
  if (inItsOwn.length === 0 && !ours) return doubted('other-currency')
  const isOne =
    new Set(among.flatMap(({ nowCents, highCents }) => [nowCents, highCents ?? nowCents])).size ===
    1
  const isWithin = among.some(
    ({ nowCents, highCents }) =>
      deal.nowCents !== null && (nowCents === deal.nowCents || highCents === deal.nowCents),
  )
  const chosen = isOne
    ? among[0]
    : isWithin
      ? { ...(ours ?? among[0]), nowCents: deal.nowCents }
      : undefined
  if (!chosen || chosen.nowCents == null) return doubted('several-prices')
  if (isOdd(chosen.nowCents, deal)) return doubted('odd-price')

  const price = priceShown([chosen as PageOffer])
  const isSame = chosen.nowCents === deal.nowCents
  const isWasSame =
    price.wasCents === null || (price.wasCents === deal.wasCents && price.basis === deal.basis)
  return { answer: isSame && isWasSame ? 'same' : 'changed', price, doubt: null }
}

function isOdd(cents: number, { nowCents, wasCents }: KnownDeal): boolean {
  if (nowCents === null) return false
  const highest = Math.max(nowCents, wasCents ?? 0) * HIGHEST_SHARE
  return cents < nowCents * LOWEST_SHARE || cents > highest
}

function priceShown(offers: PageOffer[]): FoundPrice {
  const [offer] = offers
  const nowCents = offer?.nowCents ?? null
  const was = offer?.wasCents ?? null
  const isEarlier = was !== null && nowCents !== null && was > nowCents
  return {
    nowCents,
    wasCents: isEarlier ? was : null,
    basis: (isEarlier && offer?.wasBasis) || 'retailer',
    currency: offer?.currency ?? null,
  }
}

/** Matches by trade number, else by words of the name: by more than half of them after a redirect. */
function isSamePiece(
  product: PageProduct,
  title: string,
  deal: KnownDeal,
  isLedAway: boolean,
): boolean {
  if (product.gtin !== null && product.gtin === deal.gtin) return true
  const said = isLedAway ? '' : title
  const theirs = new Set(wordsOf(`${product.name ?? said} ${product.brand ?? ''} ${said}`))
  const ofName = wordsOf(deal.name)
  const shared = (words: string[]) => words.filter((word) => theirs.has(word)).length
  if (isLedAway) return ofName.length > 0 && shared(ofName) * 2 > ofName.length
  if (theirs.size === 0 || ofName.length === 0) return true
  return shared(ofName) > 0 || shared(wordsOf(deal.brand)) > 0
}

function wordsOf(text: string): string[] {
  const words = text.split(/[^\p{L}\p{N}]+/u).map(foldName)
  return [...new Set(words)].filter((word) => word.length > 2)
}

function plain(answer: CheckAnswer): LookVerdict {
  return { answer, price: null, doubt: null }
}

/** Returns the host and path of a link, without the query, which may carry tracking parameters. */
function placeOf(address: string): string {
  const url = URL.parse(address)
  return url ? `${url.hostname.replace(/^www\./, '')}${url.pathname.replace(/\/+$/, '')}` : address
}

/** Tells whether the first address is the front page or a parent of the second. */
function isAbove(address: string, below: string): boolean {
  const [above, under] = [URL.parse(address), URL.parse(below)]
  const path = above?.pathname.replace(/\/+$/, '') ?? ''
  return (
    path === '' ||
    /^\/[a-z]{2}(-[a-z]{2})?$/i.test(path) ||
    `${under?.pathname}`.startsWith(`${path}/`)
  )
}

function isExactly(address: string, ours: string): boolean {
  return URL.parse(address, ours)?.href === URL.parse(ours)?.href
}
