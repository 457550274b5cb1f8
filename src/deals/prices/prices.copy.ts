import type { Deal, DealPrice } from '#app/deals/deals.contract.ts'
import { businessDay, formatShortDayFrom, formatTime } from '#app/shared/dates.ts'
import { isLongAgo, type PriceBasis } from './prices.facts.ts'

/** What stands before the struck price, and what a screen reader is told of it. */
export const BEFORE_WORDS: Record<PriceBasis, { short: string; spoken: string }> = {
  retailer: { short: 'was', spoken: 'Original price' },
  rrp: { short: 'RRP', spoken: 'Recommended price' },
  market: { short: 'elsewhere', spoken: 'Price elsewhere' },
  unknown: { short: '', spoken: '' },
}

/** `lowest in 30 days`, `before Aug 3`: what has to be said beside the price before. */
export function wasNote({ basis, isLowest, since }: DealPrice, today: string): string | undefined {
  if (basis !== 'retailer') return
  const notes = [
    ...(isLowest ? ['lowest in 30 days'] : []),
    ...(today !== '' && isLongAgo(since, today)
      ? [`before ${formatShortDayFrom(since, today)}`]
      : []),
  ]
  return notes.join(', ') || undefined
}

/** Whether somebody has seen the price before; nothing is said of one that is not known, or not the retailer's. */
export function restsOnInWords({
  originalPrice,
  price: { basis, isProven },
}: Pick<Deal, 'originalPrice' | 'price'>): string | undefined {
  if (basis !== 'retailer' || originalPrice === null) return
  return isProven ? 'seen by us' : 'as stated'
}

/** `checked today 09:10`, `checked Nov 20`: for members alone, in Toronto's time. */
export function checkedInWords(at: string, today: string): string {
  const day = businessDay(new Date(at))
  if (day === today) return `checked today ${formatTime(at)}`
  return `checked ${formatShortDayFrom(day, today)}`
}

/** While an owner has them off: what was seen last stands, and nobody is to wait for the next look. */
export const CHECKS_PAUSED = 'Our checks of retailers’ pages are paused just now.'
