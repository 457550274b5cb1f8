import type { Availability } from './page-reading.ts'

const HIGHEST_CENTS = 2_000_000_000

/** Letters written for digits: `1OO` must not be read as 1. */
const LETTERS_FOR_DIGITS = /\d[oOlI]+(?=[\d.,\s]|$)|(?:^|[\s.,])[oOlI]+\d/

/**
 * Reads a price as cents, from a number or a text with either decimal mark. Returns null if there is none, or
 * for a range such as `335 - 420`.
 */
export function readAmount(value: unknown): number | null {
  if (typeof value === 'number') return toCents(value)
  if (typeof value !== 'string' || value.length > 60) return null
  const [written] = /-?\d[\d.,'’\s\u00a0\u202f]*/.exec(value) ?? []
  if (written === undefined || LETTERS_FOR_DIGITS.test(value)) return null
  if (/\d/.test(value.slice(value.indexOf(written) + written.length))) return null
  const bare = written.replace(/['’\s\u00a0\u202f]/g, '').replace(/[.,]$/, '')
  const mark = decimalMark(bare)
  const [whole = '', part = ''] = mark === '' ? [bare] : splitLast(bare, mark)
  return toCents(Number(`${whole.replace(/[.,]/g, '')}.${part || '0'}`))
}

/** Returns the last mark, or '' if it only separates thousands. */
function decimalMark(text: string): string {
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  if (last < 0) return ''
  const mark = text[last] ?? ''
  const behind = text.length - last - 1
  const isOnlyOne = text.indexOf(mark) === last
  const hasOther = text.includes(mark === '.' ? ',' : '.')
  // `1,234` and `1.234` are thousands; `1.234,5`, `12.5` and `0.999` are not.
  if (behind === 3 && !hasOther && !(mark === '.' && /^-?0\./.test(text))) return ''
  return isOnlyOne ? mark : ''
}

function splitLast(text: string, mark: string): [string, string] {
  const at = text.lastIndexOf(mark)
  return [text.slice(0, at), text.slice(at + 1)]
}

function toCents(amount: number): number | null {
  const cents = Math.round(amount * 100)
  return Number.isFinite(cents) && Math.abs(cents) <= HIGHEST_CENTS ? cents : null
}

const SYMBOLS: Record<string, string> = {
  US$: 'USD',
  C$: 'CAD',
  CA$: 'CAD',
  A$: 'AUD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
}

/** Reads a currency code; null if there is none, which includes `$` alone. */
export function readCurrency(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const text = value.trim().toUpperCase()
  if (/^[A-Z]{3}$/.test(text)) return text
  return SYMBOLS[text] ?? null
}

/** Returns the currency whose symbol or code stands beside a price; null for `$` alone. */
export function currencyIn(price: unknown): string | null {
  if (typeof price !== 'string' || price.length > 60) return null
  return readCurrency(price.replace(/[-\d.,'’\s\u00a0\u202f]/g, ''))
}

const OUT = new Set(['outofstock', 'soldout', 'discontinued', 'oos', 'reserved', 'unavailable'])
const IN = new Set([
  ...['instock', 'onlineonly', 'limitedavailability', 'preorder', 'presale', 'backorder'],
  ...['madetoorder', 'available', 'availablefororder', 'yes', 'true'],
])

/** Reads an availability term of schema.org or a meta tag. */
export function readAvailability(value: unknown): Availability {
  if (typeof value !== 'string') return 'unknown'
  const word = (value.trim().split(/[/#:]/).at(-1) ?? '').toLowerCase().replace(/[\s_-]/g, '')
  if (OUT.has(word)) return 'out'
  return IN.has(word) ? 'in' : 'unknown'
}

/** Returns a trade number padded to 14 digits; null unless it has 8 or 12 to 14 digits, not all zero. */
export function readTradeNumber(value: unknown): string | null {
  const digits = (typeof value === 'number' ? String(value) : textOf(value))?.replace(/[\s-]/g, '')
  if (!digits || !/^(\d{8}|\d{12,14})$/.test(digits) || /^0+$/.test(digits)) return null
  return digits.padStart(14, '0')
}

/** Returns a text or number as one line of at most `longest` characters; null if there is none. */
export function textOf(value: unknown, longest = 300): string | null {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return null
  const text = value.replace(/\s+/g, ' ').trim()
  return text === '' ? null : text.slice(0, longest)
}
