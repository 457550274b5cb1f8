import {
  readAmount,
  readAvailability,
  readCurrency,
  readTradeNumber,
} from '#app/checks/server/pages/amounts.rules.ts'
import { LONGEST_LINK, LONGEST_NAME, LONGEST_STYLE_NUMBER } from '#app/deals/deals.facts.ts'
import { parseBuyUrl } from '#app/deals/server/deal/buy-url.rules.ts'
import { guessTerm, readTerm, singularWords } from '#app/deals/server/deal/terms.rules.ts'
import { keysOfSizes } from '#app/deals/vocabulary/size-keys.facts.ts'
import { readSizes } from '#app/deals/vocabulary/size-reading.facts.ts'
import { type TermField, VOCABULARY } from '#app/deals/vocabulary/vocabulary.facts.ts'
import {
  FEED_FIELD_NAMES,
  FEED_SYNONYMS,
  type FeedField,
} from '#app/product-feeds/feed-columns.facts.ts'
import {
  type FeedRules,
  LONGEST_SIZES_TEXT,
  LONGEST_TERM_TEXT,
  MOST_FEED_PICTURES,
  MOST_PIECE_SIZES,
  MOST_PIECE_WORDS,
} from '#app/product-feeds/product-feeds.facts.ts'
import { foldHeading, foldName } from '#app/shared/names.ts'
import { ownText } from './own-text.rules.ts'

/** A piece as read from a row. */
export type FeedPiece = {
  itemKey: string
  rowNumber: number
  brandName: string
  brandKey: string
  productName: string
  buyUrl: string
  buyUrlKey: string
  domain: string
  pictureUrls: string[]
  department: string | null
  category: string | null
  colour: string | null
  kindWords: string
  gtin: string | null
  styleNumber: string | null
  sizes: string[]
  sizeKeys: string[]
  currency: string
  nowHundredths: number
  wasHundredths: number | null
  wasBasis: 'retailer' | 'rrp' | null
  offPerMille: number | null
  isInStock: boolean
  /** The words it is found by in a search. */
  words: string[]
}

type Row = {
  number: number
  of: (field: FeedField) => string | undefined
  all: (field: FeedField) => readonly string[]
}
type PieceReading =
  /** Null for a piece that the rules leave out. */
  { ok: true; id: string; piece: FeedPiece | null } | { ok: false; reason: string }

type PieceOptions = { currency: string; rules: FeedRules; now: Date }

const LONGEST_KEY = 200
const LONGEST_KIND = 200
const KEPT_READINGS = 5000
/** Longer texts hardly ever repeat. */
const LONGEST_REMEMBERED = 300
const HIGHEST = 100_000_000

/**
 * Creates a reader for the rows of one feed. Values that repeat in many rows (brands, categories, sizes) are
 * parsed once.
 */
export function createPieceReader({ currency, rules, now }: PieceOptions) {
  const brands = new Set(rules.brands.map(foldName))
  const categories = new Set(rules.categories.flatMap((each) => withNarrower(each)))
  const leastOff = (rules.minPercentOff ?? 0) * 10
  const leftOut: PieceReading = { ok: true, id: '', piece: null }
  const reader = (field: TermField) => remembering((text) => readTerm(field, text) ?? null)
  const terms = {
    department: reader('department'),
    category: reader('category'),
    colour: reader('colour'),
  }
  const brandOf = remembering((text) => {
    const name = line(text, LONGEST_NAME)
    const key = foldName(name)
    return { name: key === '' ? '' : name, key, words: singularWords(key) }
  })
  const singulars = remembering(singularWords)
  // Words with digits belong to one piece each, so only the others are worth remembering.
  const wordsIn = (name: string) =>
    name.split(' ').flatMap((word) => (/\d/.test(word) ? singularWords(word) : singulars(word)))
  const conditions = remembering((text) => /^(new|neu|neuf|nuovo|nuevo|1)\b/i.test(text))
  const stock = remembering(stockOf)
  const prices = createPriceReader({ currency, now })
  const sized = remembering((key: string) => {
    const [department = '', category = '', ...text] = key.split('\n')
    const { sizes } = readSizes(text.join('\n').slice(0, LONGEST_SIZES_TEXT))
    const some = sizes.slice(0, MOST_PIECE_SIZES)
    const filed = { department: department || null, category: category || null }
    return { sizes: some, keys: keysOfSizes(some, filed) }
  })
  const term = (field: TermField, text: string | undefined) =>
    text === undefined || text.length > LONGEST_TERM_TEXT ? null : terms[field](text)

  return (row: Row): PieceReading => {
    const name = line(row.of('name'), LONGEST_NAME)
    if (name === '') return bad('It has no name.')
    // The replacement character: the feed's actual encoding differs from the declared one.
    if (name.includes('\ufffd')) {
      return bad('Its letters cannot be read: the feed is written in others than it says.')
    }
    const condition = row.of('condition')
    if (condition !== undefined && !conditions(condition)) {
      return bad(`It is not new: ${condition.slice(0, 40)}.`)
    }
    const price = prices(row)
    if (typeof price === 'string') return bad(price)

    const brand = brandOf(row.of('brand') ?? '')
    const offPerMille =
      price.wasHundredths === null
        ? null
        : Math.round((1 - price.nowHundredths / price.wasHundredths) * 1000)
    const isInStock = stock(row.of('stock') ?? '')
    // The checks that leave out most rows come before the slower parsing.
    if (brands.size > 0 && !brands.has(brand.key)) return leftOut
    if ((offPerMille ?? 0) < leastOff) return leftOut
    if (rules.isInStockOnly && !isInStock) return leftOut

    const written = row.of('link')
    if (written === undefined) return bad('It has no link.')
    const link = parseBuyUrl(written.slice(0, LONGEST_LINK + 1))
    if (!link.ok) return bad(`Its link ${link.reason}.`)
    const kindWords = line(row.of('kind'), LONGEST_KIND)
    const category =
      term('category', row.of('category')) ??
      term('category', row.of('kind')) ??
      guessTerm('category', name) ??
      null
    if (categories.size > 0 && !categories.has(category ?? '')) return leftOut

    const isForKids = /^(newborn|infant|toddler|kids)$/i.test(row.of('age') ?? '')
    const department = isForKids
      ? 'kids'
      : (term('department', row.of('department')) ?? term('department', kindWords || undefined))
    const colourWords = row.of('colour')
    const colour = term('colour', colourWords) ?? term('colour', colourWords?.split(/[/,]/)[0])
    const { sizes, keys } = sized(
      `${department ?? ''}\n${category ?? ''}\n${row.all('size').join(', ')}`,
    )
    const id = line(row.of('id'), LONGEST_KEY) || link.key
    const group = line(row.of('group'), LONGEST_KEY)
    const pictureUrls = picturesOf(row)
    return {
      ok: true,
      id,
      piece: {
        itemKey: group === '' ? id : `${group} / ${line(colourWords, 60)}`,
        rowNumber: row.number,
        brandName: brand.name,
        brandKey: brand.key,
        productName: withoutBrand(name, brand.name),
        buyUrl: link.url,
        buyUrlKey: link.key,
        domain: link.domain,
        pictureUrls,
        department,
        category,
        colour,
        kindWords,
        gtin: readTradeNumber(row.of('gtin') ?? null),
        styleNumber: line(row.of('styleNumber'), LONGEST_STYLE_NUMBER) || null,
        // If sizes are rows of their own, a sold-out size must not count as available.
        sizes: isInStock || group === '' ? sizes : [],
        sizeKeys: isInStock || group === '' ? keys : [],
        currency: price.currency,
        nowHundredths: price.nowHundredths,
        wasHundredths: price.wasHundredths,
        wasBasis: price.wasBasis,
        offPerMille,
        isInStock,
        words: wordsOf(brand.words, wordsIn(name), {
          department,
          category,
          colour,
        }),
      },
    }
  }
}

/** Returns a category and its subcategories. */
export function withNarrower(category: string): string[] {
  const within = VOCABULARY.category.filter(({ parent }) => parent === category)
  return [category, ...within.map(({ value }) => value)]
}

type Prices = Pick<FeedPiece, 'currency' | 'nowHundredths' | 'wasHundredths' | 'wasBasis'>

/** Creates a reader of a row's prices, which returns a sentence for the user if they cannot be read. */
function createPriceReader({ currency, now }: Omit<PieceOptions, 'rules'>) {
  const isOnAt = remembering((dates) => isSaleOn(dates, now))
  const remembered = remembering((text) => ({
    amount: readAmount(text),
    currency: currencyIn(text),
  }))
  const none = { amount: null, currency: null }
  const read = (text: string | undefined) => (text === undefined ? none : remembered(text))

  return (row: Row): Prices | string => {
    const texts = { price: row.of('price'), sale: row.of('salePrice'), list: row.of('listPrice') }
    if (texts.price === undefined && texts.sale === undefined) return 'It has no price.'
    const price = read(texts.price)
    const regular = price.amount
    const dates = row.of('saleDates')
    const isOn = dates === undefined || isOnAt(dates)
    const sale = isOn ? read(texts.sale) : none
    const nowHundredths = sale.amount !== null && sale.amount > 0 ? sale.amount : regular
    // `-` and `none` mean that there is no sale; an unreadable sale price with digits must not be guessed.
    const isSaleUnread = isOn && sale.amount === null && /\d/.test(texts.sale ?? '')
    if (nowHundredths === null || isSaleUnread)
      return `Its price cannot be read: ${(texts.sale ?? texts.price ?? '').slice(0, 40)}.`
    if (nowHundredths <= 0) return 'Its price is nought.'
    if (nowHundredths > HIGHEST) return 'Its price is above 1,000,000.'
    const list = read(texts.list).amount
    const isAbove = (was: number | null): was is number =>
      was !== null && was > nowHundredths && was <= HIGHEST
    const was = isAbove(regular) ? regular : isAbove(list) ? list : null
    return {
      nowHundredths,
      wasHundredths: was,
      wasBasis: was === null ? null : isAbove(regular) ? 'retailer' : 'rrp',
      currency:
        sale.currency ?? price.currency ?? readCurrency(row.of('currency') ?? null) ?? currency,
    }
  }
}

/** Reads the currency beside an amount: `1290.00 USD`, `EUR 90`, `£45`. A bare `$` is ambiguous. */
function currencyIn(text: string): string | null {
  const [words] = /[A-Za-z]{3}\b|[€£¥]|(?:US|CA?|A)\$/.exec(text) ?? []
  return words === undefined ? null : readCurrency(words)
}

/** Reads `2026-11-01T00:00-0500/2026-11-30T23:59-0500`; if it is unreadable, the sale price counts. */
function isSaleOn(dates: string, now: Date): boolean {
  const [from, until] = dates
    .split('/')
    .map((each) => Date.parse(each.trim().replace(/([+-]\d\d)(\d\d)$/, '$1:$2')))
  if (from !== undefined && from > now.getTime()) return false
  return !(until !== undefined && until < now.getTime())
}

/** Tells whether a piece is available, which is assumed unless the text says otherwise. */
function stockOf(text: string): boolean {
  if (text === '') return true
  if (/^\d+$/.test(text)) return Number(text) > 0
  if (/^(no|n|false|non|nein)$/i.test(text)) return false
  return readAvailability(text) !== 'out'
}

function picturesOf(row: Row): string[] {
  const links: string[] = []
  const take = (each: string) => {
    if (links.length >= MOST_FEED_PICTURES || links.includes(each)) return
    if (each.length > LONGEST_LINK || !/^https?:\/\/\S+$/i.test(each) || !URL.canParse(each)) return
    links.push(each)
  }
  for (const each of row.all('picture')) take(each)
  for (const several of row.all('morePictures')) {
    if (!/[,|\s]/.test(several)) take(several)
    else for (const each of several.split(/[,|\s]+(?=https?:)/)) take(each)
  }
  return links
}

/** Removes the brand from the start of the name, as it is shown beside the name. */
function withoutBrand(name: string, brand: string): string {
  if (brand === '' || name.length <= brand.length + 1) return name
  if (name.slice(0, brand.length).toLowerCase() !== brand.toLowerCase()) return name
  const rest = name.slice(brand.length)
  return /^[\s\-–—:|,]/.test(rest) ? rest.replace(/^[\s\-–—:|,]+/, '') || name : name
}

/**
 * Returns search words as for deals: singular, brand words also with a prefix, and what it is filed under.
 */
function wordsOf(
  ofBrand: readonly string[],
  ofName: readonly string[],
  filed: Record<'department' | 'category' | 'colour', string | null>,
): string[] {
  const all = new Set([...ofBrand, ...ofName])
  for (const word of ofBrand) all.add(`b=${word}`)
  if (filed.department !== null) all.add(`d=${filed.department}`)
  if (filed.category !== null) all.add(`c=${filed.category}`)
  if (filed.colour !== null) all.add(`k=${filed.colour}`)
  return [...all].slice(0, MOST_PIECE_WORDS)
}

/** Printable ASCII words with single spaces, as in most texts: these need no cleaning. */
const IN_ONE_LINE = /^[!-~]+(?: [!-~]+)*$/

/** Returns the text on one line, without invisible characters. */
function line(text: string | undefined, longest: number): string {
  if (text === undefined) return ''
  if (text.length <= longest && IN_ONE_LINE.test(text)) return text
  return text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, longest)
    .trim()
}

function bad(reason: string): { ok: false; reason: string } {
  return { ok: false, reason }
}

function remembering<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    if (text.length > LONGEST_REMEMBERED) return read(text)
    const before = known.get(text)
    if (before !== undefined || known.has(text)) return before as T
    if (known.size >= KEPT_READINGS) known.clear()
    const own = ownText(text)
    const value = read(own)
    known.set(own, value)
    return value
  }
}

const FIELD_OF = new Map(
  FEED_FIELD_NAMES.flatMap((field) =>
    FEED_SYNONYMS[field].map((word, at) => [word, { field, at }] as const),
  ),
)

/** Maps fields to a file's columns: as chosen by hand, else by the known names of the headings. */
export function mapFeedColumns(
  headings: readonly string[],
  byHand: Partial<Record<FeedField, string>>,
): Partial<Record<FeedField, string>> {
  const mapped: Partial<Record<FeedField, string>> = {}
  const places: Partial<Record<FeedField, number>> = {}
  for (const heading of headings) {
    const found = FIELD_OF.get(foldHeading(heading.replace(/^\w{1,3}:/, '')))
    if (!found) continue
    const before = places[found.field]
    if (before !== undefined && before <= found.at) continue
    mapped[found.field] = heading
    places[found.field] = found.at
  }
  for (const field of FEED_FIELD_NAMES) {
    const chosen = byHand[field]
    if (chosen === '') delete mapped[field]
    else if (chosen !== undefined && headings.includes(chosen)) mapped[field] = chosen
  }
  return mapped
}
