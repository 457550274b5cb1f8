/** A rate counts from its day on, for at most so many days: what is older says too little of today. */
export const RATE_COUNTS_DAYS = 31
export const HOME_CURRENCY = 'USD'
/** Of one upload. */
export const MOST_RATES = 200
export const HIGHEST_RATE = 100_000
/** From one rate to the next: what differs by more is most often written the wrong way round. */
export const MOST_RATE_CHANGE = 1.25
export const LONGEST_RATES_TEXT = 20_000

/** Three letters, as banks write them; null for what is none. */
export function readCurrencyCode(text: string): string | null {
  const code = text.trim().toUpperCase()
  return /^[A-Z]{3}$/.test(code) ? code : null
}

/** `€890.00`, `CHF 1,290.00`: an amount as it stands at a shop. */
export function formatForeign(hundredths: number, currency: string): string {
  const amount = (hundredths / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')
  const sign = SIGNS[currency]
  return sign === undefined ? `${currency} ${amount}` : `${sign}${amount}`
}

const SIGNS: Record<string, string> = { USD: '$', EUR: '€', GBP: '£', JPY: '¥' }
