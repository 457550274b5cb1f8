/** `$1,234.50`; `$0` for what is not a number. */
export function formatPrice(price: unknown): string {
  const amount = toNumber(price)
  return amount === undefined ? '$0' : inDollars(amount)
}

/** `$97`, but `$97.50`. */
export function formatShortPrice(amount: number): string {
  return inDollars(amount).replace(/\.00$/, '')
}

// By hand: the first formatter of a page keeps a slow phone busy for as long as all the rest of its
// scripts.
function inDollars(amount: number): string {
  const digits = Math.abs(amount).toFixed(2)
  return `${amount < 0 ? '-' : ''}$${digits.replace(/\B(?=(\d{3})+\.)/g, ',')}`
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
