import { groupThousands } from './counts.ts'

/** `$1,234.50`; `$0` for what is not a number. */
export function formatPrice(price: unknown): string {
  const amount = toNumber(price)
  return amount === undefined ? '$0' : formatDollars(amount)
}

/** `$1,234.50` */
export function formatDollars(amount: number): string {
  // By hand: the first formatter of a page keeps a slow phone busy for as long as all the rest of
  // its scripts.
  return `${amount < 0 ? '-' : ''}$${groupThousands(Math.abs(amount).toFixed(2))}`
}

/** As amounts go over the wire: dollars of cents. */
export function centsToDollars(cents: number): number
export function centsToDollars(cents: number | null): number | null
export function centsToDollars(cents: number | null): number | null {
  return cents === null ? null : cents / 100
}

/** `$97.00` of an amount in cents. */
export function formatCents(cents: number): string {
  return formatDollars(cents / 100)
}

/** `$97`, but `$97.50`. */
export function formatShortPrice(amount: number): string {
  return formatDollars(amount).replace(/\.00$/, '')
}

/** `$1,235`: rounded, for what is read from afar. */
export function formatRoundDollars(amount: number): string {
  return `${amount < 0 ? '-' : ''}$${groupThousands(String(Math.round(Math.abs(amount))))}`
}

/** One decimal, `40.1%`; `0%` for what is not a number. */
export function formatPercent(percent: unknown): string {
  const amount = toNumber(percent)
  return amount === undefined ? '0%' : `${amount.toFixed(1)}%`
}

/** Whole percents, `40%`; `0%` for what is not a number. */
export function formatRoundPercent(percent: unknown): string {
  return `${Math.round(toNumber(percent) ?? 0)}%`
}

/** `55.6% off`, wherever a deal is one of several; in whole percents where all is about the one. */
export function percentOff(percent: unknown, isRounded = false): string {
  return `${isRounded ? formatRoundPercent(percent) : formatPercent(percent)} off`
}

/** Dollars between two prices; undefined while one is unknown or nothing is saved. */
export function savings(original: number | null, sale: number | null): number | undefined {
  if (original === null || sale === null) return
  const cents = Math.round(original * 100) - Math.round(sale * 100)
  return cents > 0 ? cents / 100 : undefined
}

function toNumber(value: unknown): number | undefined {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return
  const amount = Number(value)
  return Number.isFinite(amount) ? amount : undefined
}

/** What keeps a text or a number from being a price; each reader has its own words for them. */
export type PriceFault =
  | 'no-price'
  | 'other-currency'
  | 'two-readings'
  | 'too-precise'
  | 'below-zero'
  | 'too-high'

/** US cents; null where nothing is written. */
export type PriceReading = { cents: number | null } | { fault: PriceFault }

/** A million dollars: what is above is a slip. */
export const HIGHEST_PRICE_CENTS = 100_000_000

const US_DOLLARS = /^(US\s?\$|USD|\$)\s?|\s?(USD|US\$|\$)$/gi
const OTHER_CURRENCY = /[\p{Sc}]|\b(eur|gbp|cad|aud|chf|jpy)\b|^(c|ca|cad|au)\s?\$/iu

/** A price as people and sheets write it: `$1,299.00`, `1.299,00`, `1 299,5`, `US$ 89.90`. */
export function parsePrice(text: string): PriceReading {
  const written = text.replace(/\s+/g, ' ').trim()
  if (written === '') return { cents: null }
  const amount = written.replace(US_DOLLARS, '')
  if (OTHER_CURRENCY.test(amount)) return { fault: 'other-currency' }
  const dollars = parseAmount(amount)
  return typeof dollars === 'number' ? centsOf(dollars) : dollars
}

/** The same of a number, as a cell of a sheet may hold it. */
export function centsOf(dollars: number): { cents: number } | { fault: PriceFault } {
  const cents = Math.round(dollars * 100)
  // What formulas leave behind (844.3500000000001) is not a third decimal.
  if (Math.abs(dollars * 100 - cents) > 1e-5) return { fault: 'too-precise' }
  if (cents < 0) return { fault: 'below-zero' }
  return cents > HIGHEST_PRICE_CENTS ? { fault: 'too-high' } : { cents }
}

const PLAIN = /^-?\d+([.,]\d{0,2})?$/
const THOUSANDS_BY_COMMA = /^-?\d{1,3}(,\d{3})+(\.\d{1,2})?$/
const THOUSANDS_BY_SPACE = /^-?\d{1,3}( \d{3})+([.,]\d{1,2})?$/
/** Only with its decimals: without them `1.290` may be meant as 1.29 or as 1290. */
const THOUSANDS_BY_POINT = /^-?\d{1,3}(\.\d{3})+,\d{1,2}$/

function parseAmount(text: string): number | { fault: PriceFault } {
  if (THOUSANDS_BY_COMMA.test(text)) return Number(text.replaceAll(',', ''))
  if (THOUSANDS_BY_POINT.test(text)) return Number(text.replaceAll('.', '').replace(',', '.'))
  if (PLAIN.test(text) || THOUSANDS_BY_SPACE.test(text)) {
    return Number(text.replaceAll(' ', '').replace(',', '.'))
  }
  if (/^-?\d{1,3}(\.\d{3})+$/.test(text)) return { fault: 'two-readings' }
  if (/^-?[\d,]*\.\d{3,}$/.test(text)) return { fault: 'too-precise' }
  return { fault: 'no-price' }
}
