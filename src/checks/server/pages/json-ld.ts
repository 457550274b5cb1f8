import {
  currencyIn,
  readAmount,
  readAvailability,
  readCurrency,
  readTradeNumber,
  textOf,
} from './amounts.rules.ts'
import type { Availability, PageOffer, PageProduct } from './page-reading.ts'

export type Thing = Record<string, unknown>

const MOST_THINGS = 2000
const MOST_OFFERS = 200
const DEEPEST = 12

/** The products at the top of a page's JSON-LD, and whether the page calls itself a list. */
type LinkedData = { products: LinkedProduct[]; isList: boolean }
export type LinkedProduct = { product: PageProduct; addresses: string[]; source: Thing }

export function readLinkedData(blocks: string[]): LinkedData {
  const roots = blocks.flatMap((block) => {
    const parsed = parseMended(block)
    return parsed === undefined ? [] : [parsed]
  })
  return readThings(roots, 'json-ld')
}

/** Reads products from parsed things, of JSON-LD or microdata. */
export function readThings(roots: unknown[], from: PageProduct['from']): LinkedData {
  const byId = new Map<string, Thing>()
  const found: LinkedData = { products: [], isList: false }
  let left = MOST_THINGS
  for (const root of roots) index(root, 0)
  for (const root of roots) walk(root, 0)
  return found

  /** Indexes things by `@id`: they may be named in one place and described in another. */
  function index(value: unknown, depth: number) {
    if (depth > DEEPEST || left <= 0) return
    if (Array.isArray(value)) {
      for (const each of value) index(each, depth + 1)
    } else if (isThing(value)) {
      left -= 1
      const id = value['@id']
      if (typeof id === 'string' && Object.keys(value).length > 1 && !byId.has(id)) {
        byId.set(id, value)
      }
      for (const each of Object.values(value)) index(each, depth + 1)
    }
  }

  /** Visits only what the page is about, not what it lists or recommends. */
  function walk(value: unknown, depth: number) {
    if (depth > DEEPEST) return
    if (Array.isArray(value)) {
      for (const each of value) walk(each, depth + 1)
      return
    }
    const thing = resolve(value)
    if (!thing) return
    const types = typesOf(thing)
    if (types.some((type) => LISTS.has(type))) found.isList = true
    if (types.some((type) => PRODUCTS.has(type))) {
      const source = thing
      const addresses = [thing.url, thing['@id'], thing.mainEntityOfPage]
        .map((each) => (isThing(each) ? each['@id'] : each))
        .filter((each) => typeof each === 'string')
      found.products.push({ product: { ...readProduct(thing, resolve), from }, addresses, source })
      return
    }
    walk(thing['@graph'], depth + 1)
    walk(thing.mainEntity, depth + 1)
  }

  function resolve(value: unknown): Thing | undefined {
    if (!isThing(value)) return
    const id = value['@id']
    return typeof id === 'string' && Object.keys(value).length === 1 ? byId.get(id) : value
  }
}

type Resolve = (value: unknown) => Thing | undefined

const LISTS = new Set(['itemlist', 'collectionpage', 'searchresultspage', 'offercatalog'])
const PRODUCTS = new Set(['product', 'productgroup', 'individualproduct', 'productmodel'])

function readProduct(thing: Thing, resolve: Resolve): Omit<PageProduct, 'from'> {
  const variants = list(thing.hasVariant)
    .map(resolve)
    .filter((each) => each !== undefined)
  const own = list(thing.offers).flatMap((each) => readOffers(resolve(each), resolve, thing))
  const ofVariants = variants.flatMap((variant) =>
    list(variant.offers).flatMap((each) => readOffers(resolve(each), resolve, variant)),
  )
  const offers = [...own, ...ofVariants].slice(0, MOST_OFFERS)
  const all = [thing, ...variants]
  const brand = list(thing.brand ?? thing.manufacturer)[0]
  return {
    name: textOf(thing.name),
    brand: textOf(isThing(brand) ? (resolve(brand)?.name ?? brand.name) : brand),
    gtin: first(all.slice(0, variants.length === 1 ? 2 : 1), gtinOf),
    styleNumber: first(all.slice(0, 1), (each) => textOf(each.mpn ?? each.sku ?? each.productID)),
    colour: first(all, (each) => textOf(list(each.color)[0])),
    sizes: sizesOf(thing, variants, offers),
    pictures: list(thing.image).flatMap(addressesOf).slice(0, 12),
    offers,
    availability: together(offers.map((offer) => offer.availability)),
  }
}

function gtinOf(thing: Thing): string | null {
  const names = ['gtin', 'gtin14', 'gtin13', 'gtin12', 'gtin8', 'ean', 'upc']
  return first(names, (name) => readTradeNumber(thing[name]))
}

function sizesOf(thing: Thing, variants: Thing[], offers: PageOffer[]): string[] {
  const named = offers.filter(({ size }) => size !== null)
  const sizes =
    named.length > 0
      ? named.filter(({ availability }) => availability !== 'out').map(({ size }) => size ?? '')
      : [...list(thing.size), ...variants.flatMap((each) => list(each.size))].map(
          (each) => sizeOf(each) ?? '',
        )
  return [...new Set(sizes)].filter((size) => size !== '').slice(0, 60)
}

function sizeOf(value: unknown): string | null {
  return textOf(isThing(value) ? value.name : value, 40)
}

function readOffers(offer: Thing | undefined, resolve: Resolve, of: Thing): PageOffer[] {
  if (!offer) return []
  const inside = list(offer.offers)
    .map(resolve)
    .filter((each) => each !== undefined)
  if (inside.length > 0 && inside.some((each) => priceOf(each, resolve).nowCents !== null)) {
    return inside.flatMap((each) => readOffers({ ...inherited(offer), ...each }, resolve, of))
  }
  const { nowCents, wasCents, wasBasis, currency } = priceOf(offer, resolve)
  const lowCents = readAmount(offer.lowPrice)
  const highCents = readAmount(offer.highPrice)
  const item = resolve(offer.itemOffered)
  return [
    {
      nowCents: nowCents ?? lowCents ?? highCents,
      highCents: nowCents === null ? highCents : null,
      wasCents,
      wasBasis,
      currency,
      availability: availabilityOf(offer),
      size: sizeOf(list(of.size ?? item?.size)[0]) ?? sizeOf(list(offer.size)[0]),
      url: typeof offer.url === 'string' ? offer.url : textOf(of.url, 2000),
    },
  ]
}

/** Returns what an aggregate offer says about all of its offers. */
function inherited({ priceCurrency, availability }: Thing): Thing {
  return {
    ...(priceCurrency !== undefined && { priceCurrency }),
    ...(availability !== undefined && { availability }),
  }
}

function availabilityOf(offer: Thing): Availability {
  const said = readAvailability(wordOf(list(offer.availability)[0]))
  if (said !== 'unknown') return said
  const stock = offer.inventoryLevel ?? offer.offerCount
  const left = isThing(stock) ? stock.value : stock
  if (left === 0 || left === '0') return 'out'
  return 'unknown'
}

/** Returns a schema.org term, whether written as text or as the thing it names. */
function wordOf(value: unknown): unknown {
  return isThing(value) ? (value['@id'] ?? value.name) : value
}

const EARLIER: Record<string, PageOffer['wasBasis']> = {
  listprice: 'retailer',
  strikethroughprice: 'retailer',
  regularprice: 'retailer',
  msrp: 'rrp',
  srp: 'rrp',
}

function priceOf(offer: Thing, resolve: Resolve) {
  let nowCents = readAmount(offer.price)
  let currency = readCurrency(offer.priceCurrency) ?? currencyIn(offer.price ?? offer.lowPrice)
  let wasCents: number | null = null
  let wasBasis: PageOffer['wasBasis'] = null
  for (const each of list(offer.priceSpecification)) {
    const specification = resolve(each)
    if (!specification) continue
    const cents = readAmount(specification.price)
    const itsCurrency = readCurrency(specification.priceCurrency) ?? currencyIn(specification.price)
    // A price in another currency is no earlier price of this one.
    if (currency !== null && itsCurrency !== null && itsCurrency !== currency) continue
    currency ??= itsCurrency
    const said = textOf(wordOf(list(specification.priceType)[0]))
    const earlier = EARLIER[said?.split(/[/#]/).at(-1)?.toLowerCase() ?? '']
    // A unit price, a loyalty price or an instalment is not what the piece costs.
    const isOther =
      specification.referenceQuantity !== undefined ||
      specification.validForMemberTier !== undefined ||
      specification.priceComponentType !== undefined
    if (earlier) {
      if (cents !== null && (wasCents === null || earlier === 'retailer')) {
        wasCents = cents
        wasBasis = earlier
      }
    } else if (!isOther) nowCents ??= cents
  }
  return { nowCents, wasCents, wasBasis, currency }
}

/** Combines availabilities: `in` if any is, `out` only if all are. */
export function together(all: Availability[]): Availability {
  if (all.includes('in')) return 'in'
  return all.length > 0 && all.every((each) => each === 'out') ? 'out' : 'unknown'
}

function addressesOf(image: unknown): string[] {
  const address = isThing(image) ? (image.contentUrl ?? image.url) : image
  return typeof address === 'string' && address.length <= 2000 ? [address] : []
}

function typesOf(thing: Thing): string[] {
  return list(thing['@type'])
    .filter((type) => typeof type === 'string')
    .map((type) => (type.split(/[/#:]/).at(-1) ?? '').toLowerCase())
}

function first<T, R>(all: T[], read: (each: T) => R | null): R | null {
  for (const each of all) {
    const found = read(each)
    if (found !== null) return found
  }
  return null
}

function list(value: unknown): unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

function isThing(value: unknown): value is Thing {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Parses a block, mending what shops' templates break most often; returns undefined if that fails. */
function parseMended(block: string): unknown {
  const text = block
    .replace(/^\uFEFF/, '')
    .replace(/^\s*(?:\/\/|\/\*)?\s*<!\[CDATA\[(?:\s*\*\/)?/, '')
    .replace(/(?:\/\/|\/\*)?\s*\]\]>(?:\s*\*\/)?\s*$/, '')
    .replace(/^\s*<!--|-->\s*$/g, '')
    .trim()
    .replace(/;$/, '')
  for (const attempt of [text, mend(text)]) {
    try {
      return JSON.parse(attempt)
    } catch {}
  }
  return
}

/** Replaces raw line ends inside strings, and drops trailing commas. */
function mend(text: string): string {
  let mended = ''
  let isInside = false
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isInside) {
      if (code === 92) at += 1
      else if (code === 34) isInside = false
      else if (code < 32) {
        mended += `${text.slice(from, at)} `
        from = at + 1
      }
    } else if (code === 34) isInside = true
    else if (code === 44) {
      const [, closing] = /^\s*([\]}])/.exec(text.slice(at + 1, at + 200)) ?? []
      if (closing) {
        mended += text.slice(from, at)
        from = at + 1
      }
    }
  }
  return mended + text.slice(from)
}
