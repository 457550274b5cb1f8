/** Days for which a rate is valid, from its own day on: an older one says too little about today. */
export const RATE_COUNTS_DAYS = 31
export const HOME_CURRENCY = 'USD'
/** Rates per upload. */
export const MOST_RATES = 200
export const HIGHEST_RATE = 100_000
/** Largest factor between consecutive rates of a currency: beyond it the rate is most often inverted. */
export const MOST_RATE_CHANGE = 1.25
export const LONGEST_RATES_TEXT = 20_000

/** Parses a three-letter (ISO 4217) currency code; null when it is none. */
export function readCurrencyCode(text: string): string | null {
  const code = text.trim().toUpperCase()
  return /^[A-Z]{3}$/.test(code) ? code : null
}

/** Formats an amount as the shop shows it: `€890.00`, `CHF 1,290.00`. */
export function formatForeign(hundredths: number, currency: string): string {
  const amount = (hundredths / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')
  const sign = SIGNS[currency]
  return sign === undefined ? `${currency} ${amount}` : `${sign}${amount}`
}

const SIGNS: Record<string, string> = { USD: '$', EUR: '€', GBP: '£', JPY: '¥' }
