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

/** Whole percents, `40%`; `0%` for what is not a number. What is not all is not rounded to all. */
export function formatRoundPercent(percent: unknown): string {
  const amount = toNumber(percent) ?? 0
  return `${amount < 100 ? Math.min(Math.round(amount), 99) : Math.round(amount)}%`
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

/** Whole dollars as people type them, `$1,200`; undefined for anything else. */
export function readWholeDollars(typed: string): number | undefined {
  const text = typed.trim().replace(/^\$\s*/, '')
  // A comma before other than three figures may stand where elsewhere a point does.
  if (!/^(\d{1,6}|\d{1,3},\d{3})$/.test(text)) return
  return Number(text.replace(',', ''))
}

function toNumber(value: unknown): number | undefined {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return
  const amount = Number(value)
  return Number.isFinite(amount) ? amount : undefined
}

/** A million dollars: what is above is a slip. */
export const HIGHEST_PRICE_CENTS = 100_000_000
