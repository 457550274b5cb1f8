import type { Fetched } from '#app/checks/server/looking/verdict.rules.ts'
import type { PageOffer, PageProduct } from '#app/checks/server/pages/page-reading.ts'
import { HOME_CURRENCY } from '#app/deals/prices/rates.facts.ts'
import { guessTerm, readTerm } from '#app/deals/server/deal/terms.rules.ts'
import {
  type DraftField,
  LINK_FIELDS,
  type LinkAnswer,
  type LinkDraft,
  type LinkNote,
  type LinkSource,
  type LinkSources,
  MOST_PICTURES_OFFERED,
} from '#app/links/links.facts.ts'

type Drafted = {
  /** Null if the page was read. */
  answer: LinkAnswer | null
  draft: LinkDraft
  sources: LinkSources
  notes: LinkNote[]
  pictures: string[]
  evidence: string | null
}

/** Turns a fetched page into a draft: the fields found on it, each with its source. */
export function draftOf(fetched: Fetched): Drafted {
  switch (fetched.kind) {
    case 'silence':
      return unread('no-answer')
    case 'forbidden':
      return unread('refused')
    case 'nonsense':
      return unread('unreadable')
    case 'status':
      return unread(answerOf(fetched.status))
    case 'page':
      break
  }
  const { reading, url } = fetched
  if (!reading) return unread('unreadable')
  switch (reading.kind) {
    case 'wall':
      return unread('refused')
    case 'missing':
      return unread('gone')
    case 'list':
      return unread('list')
    case 'other':
      return unread('no-piece')
    case 'product':
      return reading.product
        ? draftOfProduct(reading.product, { title: reading.title, url, evidence: reading.evidence })
        : unread('no-piece')
  }
}

/** Merges a new reading of a page with the previous draft: values that a person typed win. */
export function underTyped(
  read: { draft: LinkDraft; sources: LinkSources },
  before: { draft: LinkDraft; sources: LinkSources },
): { draft: LinkDraft; sources: LinkSources } {
  const draft = { ...read.draft }
  const sources = { ...read.sources }
  for (const field of LINK_FIELDS) {
    if (before.sources[field] !== 'typed') continue
    draft[field] = before.draft[field] ?? ''
    sources[field] = 'typed'
  }
  return { draft, sources }
}

function answerOf(status: number): LinkAnswer {
  if (status === 404 || status === 410) return 'gone'
  if ([401, 403, 429, 451].includes(status)) return 'refused'
  return status >= 500 ? 'no-answer' : 'unreadable'
}

function unread(answer: LinkAnswer): Drafted {
  return { answer, draft: {}, sources: {}, notes: [], pictures: [], evidence: null }
}

type Page = { title: string; url: string; evidence: string }

function draftOfProduct(product: PageProduct, { title, url, evidence }: Page): Drafted {
  const draft: LinkDraft = {}
  const sources: LinkSources = {}
  const notes: LinkNote[] = []
  const say = (field: DraftField, text: string | null | undefined, from: LinkSource) => {
    const value = (text ?? '').replace(/\s+/g, ' ').trim().slice(0, 500)
    if (value === '' || draft[field] !== undefined) return
    draft[field] = value
    sources[field] = from
  }
  const { from } = product
  say('brandName', product.brand, from)
  say('productName', withoutBrand(product.name, product.brand), from)
  // What follows the separator in a title is the name of the shop.
  say('productName', title.split(/\s[|–—-]\s/)[0], 'title')
  say('gtin', product.gtin, from)
  say('styleNumber', product.styleNumber, from)
  say('sizes', product.sizes.slice(0, 40).join(', '), from)
  say('colour', product.colour && readTerm('colour', product.colour), from)
  const name = draft.productName ?? ''
  for (const field of ['category', 'department', 'colour'] as const) {
    say(field, guessTerm(field, name), 'guess')
  }

  if (product.availability === 'out') notes.push('sold-out')
  const offer = offerOf(product.offers, url)
  if (offer === 'several') notes.push('several-prices')
  else if (offer?.nowCents == null || offer.nowCents <= 0) notes.push('no-price')
  else {
    say('salePrice', amount(offer.nowCents), from)
    if (offer.wasCents !== null && offer.wasCents > offer.nowCents) {
      say('originalPrice', amount(offer.wasCents), from)
      say('basis', offer.wasBasis ?? 'retailer', from)
    }
    if (offer.currency === null) notes.push('no-currency')
    say('currency', offer.currency ?? HOME_CURRENCY, offer.currency === null ? 'guess' : from)
  }
  const pictures = product.pictures.flatMap((address) => {
    const absolute = URL.parse(address, url)
    return absolute && /^https?:$/.test(absolute.protocol) ? [absolute.href] : []
  })
  return {
    answer: null,
    draft,
    sources,
    notes,
    evidence,
    pictures: [...new Set(pictures)].slice(0, MOST_PICTURES_OFFERED),
  }
}

/** The brand has a field of its own, so the product name drops it. */
function withoutBrand(name: string | null, brand: string | null): string | null {
  if (name === null || brand === null) return name
  const rest = name.toLowerCase().startsWith(`${brand.toLowerCase()} `)
    ? name.slice(brand.length).trim()
    : name
  return rest === '' ? name : rest
}

/** Returns the single price for which the product can be bought, or 'several' where the choice is ambiguous. */
function offerOf(offers: PageOffer[], url: string): PageOffer | 'several' | undefined {
  const toBuy = offers.filter(({ availability }) => availability !== 'out')
  const exact = toBuy.filter((offer) => {
    return offer.url !== null && URL.parse(offer.url, url)?.href === URL.parse(url)?.href
  })
  const all = exact.length > 0 ? exact : toBuy.length > 0 ? toBuy : offers
  const priced = all.filter(({ nowCents }) => nowCents !== null)
  const [first] = priced
  if (!first) return undefined
  const isOne = priced.every(
    ({ nowCents, currency, highCents }) =>
      nowCents === first.nowCents &&
      currency === first.currency &&
      (highCents === null || highCents === nowCents),
  )
  return isOne ? first : 'several'
}

function amount(hundredths: number): string {
  return (hundredths / 100).toFixed(2)
}
