import { HIGHEST_PRICE_CENTS } from '#app/shared/money.ts'

/** Why a text or number is not a price; each reader words it for its users. */
export type PriceFault =
  | 'no-price'
  | 'other-currency'
  | 'two-readings'
  | 'too-precise'
  | 'below-zero'
  | 'too-high'

/** US cents; null for an empty text. */
export type PriceReading = { cents: number | null } | { fault: PriceFault }

const US_DOLLARS = /^(US\s?\$|USD|\$)\s?|\s?(USD|US\$|\$)$/gi
const OTHER_CURRENCY = /[\p{Sc}]|\b(eur|gbp|cad|aud|chf|jpy)\b|^(c|ca|cad|au)\s?\$/iu

/** Parses a price as people and sheets write it: `$1,299.00`, `1.299,00`, `1 299,5`, `US$ 89.90`. */
export function parsePrice(text: string): PriceReading {
  const written = text.replace(/\s+/g, ' ').trim()
  if (written === '') return { cents: null }
  const amount = written.replace(US_DOLLARS, '')
  if (OTHER_CURRENCY.test(amount)) return { fault: 'other-currency' }
  const dollars = parseAmount(amount)
  return typeof dollars === 'number' ? centsOf(dollars) : dollars
}

/** Validates a price given as a number, such as a cell of a sheet. */
export function centsOf(dollars: number): { cents: number } | { fault: PriceFault } {
  const cents = Math.round(dollars * 100)
  // Floating-point noise of formulas (844.3500000000001) is not a third decimal.
  if (Math.abs(dollars * 100 - cents) > 1e-5) return { fault: 'too-precise' }
  if (cents < 0) return { fault: 'below-zero' }
  return cents > HIGHEST_PRICE_CENTS ? { fault: 'too-high' } : { cents }
}

const PLAIN = /^-?\d+([.,]\d{0,2})?$/
const THOUSANDS_BY_COMMA = /^-?\d{1,3}(,\d{3})+(\.\d{1,2})?$/
const THOUSANDS_BY_SPACE = /^-?\d{1,3}( \d{3})+([.,]\d{1,2})?$/
/** Requires decimals: `1.290` alone may mean 1.29 or 1290. */
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
