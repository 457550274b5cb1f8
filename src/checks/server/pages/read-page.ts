import { Parser } from 'htmlparser2'
import { MOST_EVIDENCE_BYTES } from '#app/checks/checks.facts.ts'
import {
  currencyIn,
  readAmount,
  readAvailability,
  readCurrency,
  readTradeNumber,
  textOf,
} from './amounts.rules.ts'
import { type LinkedProduct, readLinkedData, readThings, together } from './json-ld.ts'
import { createMicrodata } from './microdata.ts'
import type { PageOffer, PageProduct, PageReading, PageToRead } from './page-reading.ts'

const MOST_BLOCKS = 60
const LONGEST_TITLE = 300
/** A page that describes more products than this, none of them its own, is a list. */
const PIECES_OF_A_LIST = 3

/** Reads what a shop's page says about its product. Runs in its own thread: see `page-reader.ts`. */
export function readPage({ url, contentType, bytes }: PageToRead): PageReading {
  const page = gather(decodePage(bytes, contentType))
  const linked = readLinkedData(page.blocks)
  const inElements = readThings(page.items, 'microdata')
  const tagged = productOfTags(page.tags)

  const named = [page.tags.get('og:title'), page.heading, page.title]
  const addresses = [url, page.canonical]
  const own =
    choose(linked.products, addresses, named) ?? choose(inElements.products, addresses, named)
  const isList =
    !own &&
    (linked.isList ||
      inElements.isList ||
      page.tags.get('og:type') === 'product.group' ||
      Math.max(linked.products.length, inElements.products.length) > PIECES_OF_A_LIST)
  const product = isList ? null : withTags(own?.product ?? null, tagged)
  if (product && product.availability === 'unknown' && page.isSoldOutByButton) {
    product.availability = 'out'
  }
  const words = [page.title, page.heading].join(' | ')
  const hasPrice = product?.offers.some(({ nowCents }) => nowCents !== null) === true
  const isSold = hasPrice || product?.availability === 'out'
  const kind = isSold
    ? 'product'
    : page.isWall || WALL.test(words)
      ? 'wall'
      : MISSING_NUMBER.test(words) || MISSING.test(words)
        ? 'missing'
        : isList
          ? 'list'
          : product?.name
            ? 'product'
            : 'other'
  return {
    kind,
    title: page.title,
    canonical: page.canonical,
    product: kind === 'product' ? product : null,
    evidence: evidenceOf(own, page.tags),
  }
}

/** Requires a separator or a word such as "error": product names and prices contain such numbers too. */
const MISSING_NUMBER =
  /(^|\|)\s*(404|410)\s*($|[|:]|[-–—]\s)|\b(error|erreur|errore|fehler|http|status|code)[\s:]*(404|410)\b|\b(404|410)[\s:,–—-]*(error|erreur|errore|fehler|page|not found|gone)\b/i
const MISSING =
  /(page|product|item|piece)[^|]{0,20} (not found|cannot be found|can[’']t be found|no longer (available|exists?|here)|has gone|was removed)|(can[’']t|cannot|could ?n[o’']?t) find|no longer available|not available any ?more|introuvable|nicht gefunden|nicht mehr verf[uü]gbar|non trovata|no (se )?encuentra|no existe/i
const WALL =
  /just a moment|attention required|access (denied|to this page)|are you (a |an )?(human|robot)|captcha|pardon our interruption|verify (that )?you|unusual traffic|request (was )?blocked|security check|bot (detection|protection)|enable javascript and cookies/i
const WALL_SCRIPTS =
  /captcha-delivery\.com|_Incapsula_Resource|\/cdn-cgi\/challenge|px-captcha|perimeterx|hcaptcha\.com|recaptcha\/api|geo\.captcha|_sec\/cp_challenge/i
const SOLD_OUT_BUTTON =
  /^\s*(sold ?out|out of stock|currently unavailable|unavailable|[eé]puis[eé]|rupture de stock|ausverkauft|esaurito|agotado)/i
const BUY_BUTTON =
  /(add|in) (to|your) (my |your )?(bag|cart|basket)|buy (it )?now|ajouter|in den warenkorb|aggiungi|a[nñ]adir/i

type Gathered = {
  title: string
  heading: string
  canonical: string | null
  tags: Map<string, string>
  blocks: string[]
  items: unknown[]
  isWall: boolean
  isSoldOutByButton: boolean
}

/** Walks the tags once, without building a tree. */
function gather(html: string): Gathered {
  const microdata = createMicrodata()
  const found: Gathered = {
    title: '',
    heading: '',
    canonical: null,
    tags: new Map(),
    blocks: [],
    items: microdata.items,
    isWall: false,
    isSoldOutByButton: false,
  }
  let reading: 'title' | 'heading' | 'block' | 'button' | undefined
  let text = ''
  let hasBuyButton = false
  let hasSoldOutButton = false
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        microdata.opens(tag, attributes)
        if (tag === 'meta') {
          const name = (attributes.property ?? attributes.name)?.toLowerCase()
          const { content } = attributes
          if (name && content !== undefined && !found.tags.has(name) && found.tags.size < 300) {
            found.tags.set(name, content.slice(0, 2000))
          }
        } else if (tag === 'link') {
          if (attributes.rel?.toLowerCase() === 'canonical')
            found.canonical ??= attributes.href ?? null
        } else if (tag === 'script') {
          if (WALL_SCRIPTS.test(attributes.src ?? '')) found.isWall = true
          if (/^application\/ld\+json/i.test(attributes.type?.trim() ?? '')) start('block')
        } else if (tag === 'title' && found.title === '') start('title')
        else if (tag === 'h1' && found.heading === '') start('heading')
        else if (tag === 'button') start('button')
      },
      ontext(piece) {
        if (reading) text += piece
        microdata.reads(piece)
      },
      onclosetag(tag) {
        microdata.closes()
        if (tag === 'script' && reading === 'block') {
          if (found.blocks.length < MOST_BLOCKS) found.blocks.push(text)
          stop()
        } else if (tag === 'title' && reading === 'title') {
          found.title = textOf(text, LONGEST_TITLE) ?? ''
          stop()
        } else if (tag === 'h1' && reading === 'heading') {
          found.heading = textOf(text, LONGEST_TITLE) ?? ''
          stop()
        } else if (tag === 'button' && reading === 'button') {
          if (BUY_BUTTON.test(text)) hasBuyButton = true
          else if (SOLD_OUT_BUTTON.test(text)) hasSoldOutButton = true
          stop()
        }
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  )
  parser.write(html)
  parser.end()
  found.isSoldOutByButton = hasSoldOutButton && !hasBuyButton
  return found

  function start(what: NonNullable<typeof reading>) {
    reading = what
    text = ''
  }
  function stop() {
    reading = undefined
  }
}

/** Picks the page's own product: by its address, by its name, or because it is the only one. */
function choose(
  products: LinkedProduct[],
  addresses: Array<string | null>,
  names: Array<string | undefined>,
): LinkedProduct | undefined {
  if (products.length <= 1) return products[0]
  const paths = addresses
    .map((each) => pathOf(each, addresses[0]))
    .filter((path) => path !== undefined)
  const ours = products.filter(({ addresses: theirs, product }) =>
    [...theirs, ...product.offers.map(({ url }) => url)].some((each) => {
      const path = pathOf(each, addresses[0])
      return path !== undefined && paths.includes(path)
    }),
  )
  if (ours.length > 0) return ours[0]
  const wanted = names.map((name) => name?.toLowerCase() ?? '').filter((name) => name !== '')
  return products.find(({ product }) => {
    const name = product.name?.toLowerCase()
    return name !== undefined && wanted.some((each) => each.includes(name))
  })
}

function pathOf(address: string | null, base?: string | null): string | undefined {
  const url = address === null ? null : URL.parse(address, base ?? undefined)
  const path = url?.pathname.replace(/\/+$/, '')
  return path === '' ? undefined : path
}

/** Reads the product from meta tags, which sites provide for link previews and foreign catalogues. */
function productOfTags(tags: Map<string, string>): PageProduct | null {
  const tag = (...names: string[]) =>
    names.map((name) => tags.get(name)).find((value) => value !== undefined && value !== '')
  const plain = readAmount(tag('product:price:amount', 'og:price:amount'))
  const sale = readAmount(tag('product:sale_price:amount'))
  const currency =
    readCurrency(
      tag('product:price:currency', 'product:sale_price:currency', 'og:price:currency'),
    ) ?? currencyIn(tag('product:price:amount', 'og:price:amount'))
  const currencyBefore = readCurrency(tag('product:original_price:currency'))
  const isComparable = currencyBefore === null || currencyBefore === currency
  const original = isComparable
    ? readAmount(tag('product:original_price:amount', 'og:price:standard_amount'))
    : null
  const nowCents = sale ?? plain
  const availability = readAvailability(tag('product:availability', 'og:availability'))
  if (nowCents === null && availability === 'unknown') return null
  const wasCents = original ?? (sale === null ? null : plain)
  const picture = tag('og:image', 'og:image:secure_url')
  return {
    name: textOf(tag('og:title')),
    brand: textOf(tag('product:brand', 'og:brand')),
    gtin: readTradeNumber(tag('product:gtin', 'product:ean', 'product:upc')),
    styleNumber: textOf(tag('product:mfr_part_no', 'product:retailer_item_id')),
    colour: textOf(tag('product:color', 'product:colour')),
    sizes: [textOf(tag('product:size'), 40)].filter((size) => size !== null),
    pictures: picture === undefined ? [] : [picture],
    offers: [
      {
        nowCents,
        highCents: null,
        wasCents,
        currency,
        availability,
        size: null,
        url: null,
        wasBasis: wasCents === null ? null : 'retailer',
      },
    ],
    availability,
    from: 'tags',
  }
}

/** Fills gaps in the page's data from its tags; if both state a price and they differ, both are kept. */
function withTags(product: PageProduct | null, tags: PageProduct | null): PageProduct | null {
  if (!product || !tags) return product ?? tags
  const [tagged] = tags.offers
  const isPriced = product.offers.some(({ nowCents }) => nowCents !== null)
  const offers = isPriced
    ? product.offers.map((offer) => filled(offer, tagged))
    : tags.offers.map((offer) => ({ ...offer, availability: offer.availability }))
  const isOther =
    isPriced &&
    tagged?.nowCents != null &&
    (tagged.currency === null || offers.every(({ currency }) => currency === tagged.currency)) &&
    offers.every(({ nowCents, highCents }) => isOutside(tagged.nowCents ?? 0, nowCents, highCents))
  return {
    ...product,
    name: product.name ?? tags.name,
    brand: product.brand ?? tags.brand,
    gtin: product.gtin ?? tags.gtin,
    styleNumber: product.styleNumber ?? tags.styleNumber,
    colour: product.colour ?? tags.colour,
    sizes: product.sizes.length > 0 ? product.sizes : tags.sizes,
    pictures: product.pictures.length > 0 ? product.pictures : tags.pictures,
    offers: isOther && tagged ? [...offers, tagged] : offers,
    availability:
      product.availability === 'unknown'
        ? together([...tags.offers.map((offer) => offer.availability)])
        : product.availability,
  }
}

function filled(offer: PageOffer, tagged: PageOffer | undefined): PageOffer {
  if (!tagged || tagged.nowCents !== offer.nowCents) return offer
  return {
    ...offer,
    currency: offer.currency ?? tagged.currency,
    wasCents: offer.wasCents ?? tagged.wasCents,
    wasBasis: offer.wasBasis ?? tagged.wasBasis,
  }
}

function isOutside(cents: number, low: number | null, high: number | null): boolean {
  return low === null || cents < low || cents > (high ?? low)
}

/** Returns the structured data that was read, as the page has it. */
function evidenceOf(own: LinkedProduct | undefined, tags: Map<string, string>): string {
  const relevant = [...tags].filter(([name]) => /^(product|og):/.test(name))
  const parts = [
    ...(own ? [JSON.stringify(own.source)] : []),
    ...(relevant.length > 0 ? [JSON.stringify(Object.fromEntries(relevant))] : []),
  ]
  return shortened(parts.join('\n'))
}

function shortened(text: string): string {
  const bytes = Buffer.from(text.replaceAll('\u0000', ''))
  if (bytes.length <= MOST_EVIDENCE_BYTES) return bytes.toString()
  const whole = bytes.subarray(0, MOST_EVIDENCE_BYTES - 4).toString()
  return `${whole.replace(/\uFFFD+$/, '')}…`
}

/** Decodes with the charset of the answer, else the one the page names, else UTF-8. */
function decodePage(bytes: Uint8Array, contentType: string): string {
  const [, given] = /charset\s*=\s*"?([\w-]+)/i.exec(contentType) ?? []
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024))
  const [, named] = /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head.toString('latin1')) ?? []
  for (const label of [given, named]) {
    if (label === undefined) continue
    try {
      return new TextDecoder(label).decode(bytes)
    } catch {}
  }
  return new TextDecoder().decode(bytes)
}
