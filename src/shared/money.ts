import { groupThousands } from './counts.ts'

/** Formats `$1,234.50`; `$0` for anything that is not a number. */
export function formatPrice(price: unknown): string {
  const amount = toNumber(price)
  return amount === undefined ? '$0' : formatDollars(amount)
}

/** `$1,234.50` */
export function formatDollars(amount: number): string {
  // Formatted by hand: creating the first formatter of a page blocks a slow phone for as long as all its
  // other scripts together.
  return `${amount < 0 ? '-' : ''}$${groupThousands(Math.abs(amount).toFixed(2))}`
}

/** Converts an amount in cents to dollars, the unit of our API. */
export function centsToDollars(cents: number): number
export function centsToDollars(cents: number | null): number | null
export function centsToDollars(cents: number | null): number | null {
  return cents === null ? null : cents / 100
}

/** Formats an amount in cents: `$97.00`. */
export function formatCents(cents: number): string {
  return formatDollars(cents / 100)
}

/** Formats `$97` for whole dollars, `$97.50` otherwise. */
export function formatShortPrice(amount: number): string {
  return formatDollars(amount).replace(/\.00$/, '')
}

/** Formats whole dollars, `$1,235`, for large figures. */
export function formatRoundDollars(amount: number): string {
  return `${amount < 0 ? '-' : ''}$${groupThousands(String(Math.round(Math.abs(amount))))}`
}

/** Formats a percentage with one decimal, `40.1%`; `0%` for anything that is not a number. */
export function formatPercent(percent: unknown): string {
  const amount = toNumber(percent)
  return amount === undefined ? '0%' : `${amount.toFixed(1)}%`
}

/**
 * Formats a whole percentage, `40%`; `0%` for anything that is not a number. Below 100 it never rounds up to
 * 100.
 */
export function formatRoundPercent(percent: unknown): string {
  const amount = toNumber(percent) ?? 0
  return `${amount < 100 ? Math.min(Math.round(amount), 99) : Math.round(amount)}%`
}

/** Formats `55.6% off` for lists of deals; in whole percents where a page is about one deal. */
export function percentOff(percent: unknown, isRounded = false): string {
  return `${isRounded ? formatRoundPercent(percent) : formatPercent(percent)} off`
}

/** Dollars saved between two prices; undefined if one is unknown or nothing is saved. */
export function savings(original: number | null, sale: number | null): number | undefined {
  if (original === null || sale === null) return
  const cents = Math.round(original * 100) - Math.round(sale * 100)
  return cents > 0 ? cents / 100 : undefined
}

/** Reads whole dollars as people type them, `$1,200`; undefined for anything else. */
export function readWholeDollars(typed: string): number | undefined {
  const text = typed.trim().replace(/^\$\s*/, '')
  // Unless three digits follow it, a comma may be a decimal separator.
  if (!/^(\d{1,6}|\d{1,3},\d{3})$/.test(text)) return
  return Number(text.replace(',', ''))
}

function toNumber(value: unknown): number | undefined {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return
  const amount = Number(value)
  return Number.isFinite(amount) ? amount : undefined
}

/** A million dollars; a higher price is taken for a typing error. */
export const HIGHEST_PRICE_CENTS = 100_000_000
