import { HOME_CURRENCY } from '#app/deals/prices/rates.facts.ts'
import { termLabel } from '#app/deals/vocabulary/vocabulary.facts.ts'
import type { DealsMade, Pasted, PastedLink, SameDeal } from '#app/links/links.contract.ts'
import {
  type DraftField,
  type LinkAnswer,
  type LinkNote,
  type LinkSource,
  MOST_LINKS,
  type SameBy,
} from '#app/links/links.facts.ts'
import { countOf, wordFor } from '#app/shared/counts.ts'

/** `shop.example/coats/7`: an address short enough to tell apart from others of its shop. */
export function addressInWords(url: string): string {
  return url.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '')
}

/** Why a page could not be read, and what to do. */
export const ANSWER_WORDS: Record<LinkAnswer, string> = {
  'no-link': 'This is no link that people could follow.',
  refused: 'The shop refuses to be read. Open it, and fill in what it says.',
  never: 'Pages of this retailer are never read: so it is said under Retailers.',
  gone: 'The page is not there any more.',
  list: 'The link leads to a list and not to one piece.',
  'no-answer': 'The shop does not answer. Have it read again later, or fill it in.',
  'no-piece': 'The page says of no piece what machines can read. Fill it in.',
  unreadable: 'What came back cannot be read. Fill it in.',
}

export const NOTE_WORDS: Record<LinkNote, string> = {
  'sold-out': 'Sold out at the shop.',
  'several-prices': 'The page says several prices: say which.',
  'no-price': 'The page says no price.',
  'no-currency': 'The page says no currency: it is held to be dollars.',
}

export const SOURCE_WORDS: Record<LinkSource, string> = {
  'json-ld': 'page',
  microdata: 'page',
  tags: 'page tags',
  title: 'page title',
  guess: 'guessed',
  typed: 'by hand',
}

export const FIELD_WORDS: Record<DraftField, string> = {
  brandName: 'Brand',
  productName: 'Name',
  salePrice: 'Sale price',
  originalPrice: 'Original price',
  currency: 'Currency',
  basis: 'Basis',
  category: 'Category',
  department: 'Department',
  colour: 'Colour',
  sizes: 'Sizes',
  gtin: 'GTIN',
  styleNumber: 'Style number',
}

export const SAME_WORDS: Record<SameBy, string> = {
  link: 'The same link',
  gtin: 'The same GTIN',
  words: 'The same brand, name and price',
}

/** Describes a matching deal by price, retailer and state. */
export function sameInWords({ retailer, state, price }: SameDeal): string {
  return [price, retailer, state].filter(Boolean).join(' · ')
}

/** `40 links are taken. 2 lines stood there twice.` */
export function pastedInWords({ added, noLink, twice, open, rest }: Omit<Pasted, 'desk'>): string {
  const links = added - noLink
  return [
    links > 0 ? `${countOf(links, 'link')} ${links === 1 ? 'is' : 'are'} taken.` : '',
    noLink > 0 ? `${countOf(noLink, 'line')} ${noLink === 1 ? 'is' : 'are'} no link.` : '',
    twice > 0 ? `${countOf(twice, 'line')} stood there twice.` : '',
    open > 0 ? `${countOf(open, 'link')} ${open === 1 ? 'waits' : 'wait'} here already.` : '',
    rest.length > 0
      ? `${countOf(rest.length, 'line')} past the first ${MOST_LINKS} ${rest.length === 1 ? 'stays' : 'stay'} in the field, to be read next.`
      : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/** `12 of 40 pages are read; 28 to come.` */
export function readInWords(all: number, waiting: number): string {
  return waiting === 0
    ? `${countOf(all, 'page')} ${all === 1 ? 'is' : 'are'} read.`
    : `${all - waiting} of ${countOf(all, 'page')} read, ${waiting} to come.`
}

export function madeInWords({ made, left }: Omit<DealsMade, 'desk'>): string {
  const drafts = `${countOf(made.length, 'draft')} ${made.length === 1 ? 'is' : 'are'} made.`
  if (left.length === 0) return drafts
  return `${drafts} ${countOf(left.length, 'link')} left: ${wordFor(left.length, 'it says', 'they say')} why.`
}

/** Lists what a draft lacks, of the fields that its page could have given. */
export function lacksOf({ draft, picture }: Pick<PastedLink, 'draft' | 'picture'>): string[] {
  return [
    ...(draft.brandName ? [] : ['brand']),
    ...(draft.productName ? [] : ['name']),
    ...(draft.salePrice ? [] : ['price']),
    ...(picture ? [] : ['picture']),
    ...(draft.category ? [] : ['category']),
  ]
}

/**
 * Whether 'make all' includes this link: it has the main facts and no match. A person may have filled in what
 * its page did not say.
 */
export function isReady(link: PastedLink): boolean {
  const { state, same, draft, notes, url } = link
  const isTold = Boolean(draft.brandName && draft.productName && draft.salePrice)
  const isOpen = state === 'read' || (state === 'unread' && url !== null)
  return isOpen && same.length === 0 && isTold && !notes.includes('sold-out')
}

/** Only a deal rules the link out: another pasted link with the same address may still become one. */
function isInClub({ by, dealId }: SameDeal): boolean {
  return by === 'link' && dealId !== null
}

type Hopeless = 'no-link' | 'gone' | 'list' | 'sold-out' | 'in-club'
export const HOPELESS_WORDS: Record<Hopeless, string> = {
  'no-link': 'no link',
  gone: 'gone',
  list: 'a list of pieces',
  'sold-out': 'sold out',
  'in-club': 'in the club already',
}

export function isTyped({ sources }: Pick<PastedLink, 'sources'>): boolean {
  return Object.values(sources).includes('typed')
}

/** Says why a link cannot become a deal; undefined if it may, or if somebody has typed into it. */
export function hopelessBy(link: PastedLink): Hopeless | undefined {
  const { state, answer, same, notes } = link
  if ((state !== 'read' && state !== 'unread') || isTyped(link)) return undefined
  if (answer === 'no-link' || answer === 'gone' || answer === 'list') return answer
  if (same.some(isInClub)) return 'in-club'
  return notes.includes('sold-out') ? 'sold-out' : undefined
}

/** `$335.00, was $650.00 · Knitwear, guessed · EU 36, EU 37`: a draft in one line, for review. */
export function draftInWords({ draft, sources }: Pick<PastedLink, 'draft' | 'sources'>): string {
  const { salePrice, originalPrice, currency = '', category, sizes } = draft
  const amount = (text: string) =>
    (currency === HOME_CURRENCY ? `$${text}` : `${text} ${currency}`).trim()
  return [
    salePrice ? amount(salePrice) + (originalPrice ? `, was ${amount(originalPrice)}` : '') : '',
    category
      ? termLabel('category', category) + (sources.category === 'guess' ? ', guessed' : '')
      : 'No category',
    sizes ?? '',
  ]
    .filter(Boolean)
    .join(' · ')
}
