import {
  LAST_CAROUSEL,
  LONGEST_CELL,
  LONGEST_LINK,
  LONGEST_NAME,
  LONGEST_SIZES,
  LONGEST_STYLE_NUMBER,
  MOST_MORE_PICTURES,
} from '#app/deals/deals.facts.ts'
import {
  centsOf,
  type PriceFault,
  type PriceReading,
  parsePrice,
} from '#app/deals/prices/price-reading.facts.ts'
import {
  BASIS_SYNONYMS,
  BASIS_WORDS,
  PRICE_BASES,
  type PriceBasis,
} from '#app/deals/prices/prices.facts.ts'
import { HOME_CURRENCY, readCurrencyCode } from '#app/deals/prices/rates.facts.ts'
import type { Cell } from '#app/deals/server/sheets/messages.ts'
import { readSizes } from '#app/deals/vocabulary/size-reading.facts.ts'
import { formatCount } from '#app/shared/counts.ts'
import { formatDollars, HIGHEST_PRICE_CENTS } from '#app/shared/money.ts'
import { foldName } from '#app/shared/names.ts'

/** The value of a cell, or why it is rejected: the reason continues a sentence, "The price ...". */
export type CellReading<T> =
  | { ok: true; value: T }
  /** `unread`: the unknown word, when that is the only problem; `rest`: the value without it. */
  | { ok: false; reason: string; unread?: string; rest?: unknown }

/** The cell as one line of text; empty for an empty cell. */
export function readText(cell: Cell, maxCharacters = LONGEST_CELL): CellReading<string> {
  if (cell === null) return good('')
  if (typeof cell === 'object') {
    return bad('error' in cell ? `holds an error (${cell.error})` : 'is a date')
  }
  if (typeof cell === 'boolean') return good(cell ? 'TRUE' : 'FALSE')

  const text = String(cell).normalize('NFC').replace(/\s+/g, ' ').trim()
  // Bidirectional control characters can make one name look like another.
  if (/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(text)) return bad('contains a control character')
  if (text.length > maxCharacters) {
    return bad(`is longer than ${formatCount(maxCharacters)} characters`)
  }
  return good(text)
}

/** Requires a letter or digit unless it is empty. */
export function readOptionalName(cell: Cell): CellReading<string> {
  const name = readText(cell, LONGEST_NAME)
  if (!name.ok || name.value === '' || foldName(name.value) !== '') return name
  return { ok: false, reason: 'has neither a letter nor a digit' }
}

const LONGEST_PRICE = 40

/** For a price that is ambiguous. */
export const TWO_READINGS = 'can be read in two ways; write it like 1290.00'

const PRICE_FAULTS: Record<PriceFault, string> = {
  'no-price': 'is not a price; write it like 1290.00',
  'other-currency': 'is in another currency; prices are in US dollars',
  'two-readings': TWO_READINGS,
  'too-precise': 'has more than two decimals',
  'below-zero': 'is below 0',
  'too-high': `is above ${formatDollars(HIGHEST_PRICE_CENTS / 100).slice(1)}`,
}

/** US cents; null for an empty cell. */
export function readPrice(cell: Cell): CellReading<number | null> {
  if (typeof cell === 'boolean') return bad('is not a price')
  if (typeof cell === 'number')
    return priceOf(centsOf(cell), 'has more than two decimals; round it')
  const text = readText(cell, LONGEST_PRICE)
  return text.ok ? priceOf(parsePrice(text.value)) : text
}

function priceOf(price: PriceReading, tooPrecise = PRICE_FAULTS['too-precise']) {
  if ('cents' in price) return good(price.cents)
  return bad(price.fault === 'too-precise' ? tooPrecise : PRICE_FAULTS[price.fault])
}

const BASES = new Map(
  PRICE_BASES.flatMap((basis) =>
    [...BASIS_SYNONYMS[basis], foldName(BASIS_WORDS[basis])].map((word) => [word, basis] as const),
  ),
)

/** The basis of the was-price; an empty cell means the retailer's own. */
export function readBasis(cell: Cell): CellReading<PriceBasis> {
  const text = readText(cell, 60)
  if (!text.ok) return text
  if (text.value === '') return good('retailer')
  const basis = text.value === '?' ? 'unknown' : BASES.get(foldName(text.value))
  if (basis !== undefined) return good(basis)
  return bad('is none that we know; write retailer, RRP, market or unknown')
}

/** A three-letter currency code; an empty cell means US dollars. */
export function readCurrencyCell(cell: Cell): CellReading<string> {
  const text = readText(cell, 40)
  if (!text.ok) return text
  if (text.value === '') return good(HOME_CURRENCY)
  const sign = CURRENCY_WORDS[text.value.toLowerCase()] ?? readCurrencyCode(text.value)
  return sign ? good(sign) : bad('is none that we know; write three letters, such as EUR')
}

const CURRENCY_WORDS: Record<string, string> = {
  $: 'USD',
  us$: 'USD',
  'us dollar': 'USD',
  'us dollars': 'USD',
  dollars: 'USD',
  '€': 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  '£': 'GBP',
  pound: 'GBP',
  pounds: 'GBP',
  c$: 'CAD',
  ca$: 'CAD',
  '¥': 'JPY',
  yen: 'JPY',
}

const YES = new Set(['yes', 'y', 'true', '1', 'x', 'on', '✓', '✔', '☑', 'ja', 'j', 'wahr'])
const NO = new Set(['no', 'n', 'false', '0', 'off', '-', '✗', '☐', 'nein', 'falsch'])
for (const word of ['oui', 'vrai', 'sí', 'si', 'sì', 'vero', 'verdadero']) YES.add(word)
for (const word of ['non', 'faux', 'falso']) NO.add(word)

/** Yes or no in common spellings; an empty cell means no. */
export function readYesNo(cell: Cell): CellReading<boolean> {
  if (typeof cell === 'boolean') return good(cell)
  const text = readText(cell, 40)
  if (!text.ok) return text
  const word = text.value.toLowerCase()
  if (word === '' || NO.has(word)) return good(false)
  return YES.has(word) ? good(true) : bad('is neither yes nor no')
}

/** The number of a carousel; 0 or an empty cell means none. */
export function readCarousel(cell: Cell): CellReading<number> {
  const text = readText(cell, 40)
  if (!text.ok) return text
  if (text.value === '') return good(0)
  const isOne = /^\d$/.test(text.value) && Number(text.value) <= LAST_CAROUSEL
  return isOne ? good(Number(text.value)) : bad(`is not a number from 0 to ${LAST_CAROUSEL}`)
}

/** The length of the longest GTIN; shorter ones are padded with leading zeros. */
const GTIN_DIGITS = 14

/** The GTIN in 14 digits; null for an empty cell. Spreadsheet programs drop its leading zeros. */
export function readGtin(cell: Cell): CellReading<string | null> {
  if (typeof cell === 'boolean') return bad('is not a number')
  const text = readText(cell, 40)
  if (!text.ok) return text
  if (text.value === '') return good(null)
  const digits = text.value.replace(/[\s-]/g, '')
  if (!/^\d{7,14}$/.test(digits)) return bad('is not a number of 8, 12, 13 or 14 digits')
  const whole = digits.padStart(GTIN_DIGITS, '0')
  const isTrue = checkDigitOf(whole) === Number(whole.at(-1)) && Number(whole) > 0
  return isTrue
    ? good(whole)
    : bad('has a digit that is wrong: its last one does not fit the others')
}

/** The check digit that follows from the other digits, which are weighted 3 and 1 in turn. */
function checkDigitOf(digits: string): number {
  const sum = [...digits.slice(0, -1)].reduce(
    (before, digit, index) => before + Number(digit) * (index % 2 === 0 ? 3 : 1),
    0,
  )
  return (10 - (sum % 10)) % 10
}

/** The maker's style number; null for an empty cell. */
export function readStyleNumber(cell: Cell): CellReading<string | null> {
  const text = readText(cell, LONGEST_STYLE_NUMBER)
  if (!text.ok) return text
  if (text.value === '') return good(null)
  // Only letters and digits are compared.
  const hasEnough = (text.value.match(/[A-Za-z0-9]/g) ?? []).length >= 3
  return hasEnough ? good(text.value) : bad('has fewer than three letters and digits')
}

const MAX_SIZES = 60
const MAX_SIZE_CHARACTERS = 30

/** The sizes in the sheet's order, without duplicates; reports text that is no known size. */
export function readSizeList(cell: Cell): CellReading<string[]> {
  // A line break is a separator, and readText would turn it into a space.
  const text = readText(
    typeof cell === 'string' ? cell.replace(/\r?\n/g, '|') : cell,
    LONGEST_SIZES,
  )
  if (!text.ok) return text
  const { sizes, unread } = readSizes(text.value)
  if (sizes.length > MAX_SIZES) return bad(`lists more than ${MAX_SIZES} sizes`)
  if ([...sizes, ...unread].some((size) => size.length > MAX_SIZE_CHARACTERS)) {
    return bad(`has a size longer than ${MAX_SIZE_CHARACTERS} characters`)
  }
  const [first] = unread
  if (first === undefined) return good(sizes)
  const reason = `has “${first}”, which is no size that we know`
  return { ok: false, reason, unread: unread.slice(0, MAX_SIZES).join(', '), rest: sizes }
}

type PictureOptions = {
  isList: boolean
  /** Whether links are accepted in place of file names. */
  takesLinks?: boolean
}

/** File names of pictures, or links to them: at most one for the card and five more. */
export function readPictureNames(
  cell: Cell,
  { isList, takesLinks = false }: PictureOptions,
): CellReading<string[]> {
  const text = readText(typeof cell === 'string' ? cell.replace(/\r?\n/g, '|') : cell)
  if (!text.ok) return text
  const names = splitList(text.value, separatorOf(text.value, isList))
  if (!isList && names.length > 1) return bad('names more than one picture')
  if (names.length > MOST_MORE_PICTURES)
    return bad(`names more than ${MOST_MORE_PICTURES} pictures`)
  for (const name of names) {
    const reason = pictureFault(name, takesLinks)
    if (reason) return bad(reason)
  }
  return good(names)
}

/** Commas and semicolons may be part of a link, so they separate only right before the next link. */
function separatorOf(text: string, isList: boolean): RegExp {
  if (!isList) return /\|/
  return text.includes('://') ? /\||[;,\s]\s*(?=https?:\/\/)/i : /[|;]/
}

function pictureFault(name: string, takesLinks: boolean): string | undefined {
  if (takesLinks && /^https?:\/\//i.test(name)) {
    return name.length > LONGEST_LINK
      ? `has a link longer than ${formatCount(LONGEST_LINK)} characters`
      : undefined
  }
  if (/^(\w+:)?\/\//.test(name) || /^(data|www\.)/i.test(name)) {
    return takesLinks
      ? 'is a link that does not begin with https:// or http://'
      : "is an address; pictures are not fetched from other sites; give the file's name"
  }
  if (name.includes('\\') || name.startsWith('/') || name.split('/').includes('..')) {
    return 'is not the name of a file in the folder of pictures'
  }
  if (name.length > 200) return 'has a file name longer than 200 characters'
  return
}

function splitList(text: string, separator: RegExp): string[] {
  const parts = text.split(separator).map((part) => part.trim())
  return [...new Set(parts.filter((part) => part !== ''))]
}

function good<T>(value: T): CellReading<T> {
  return { ok: true, value }
}

function bad(reason: string): { ok: false; reason: string } {
  return { ok: false, reason }
}
