import type { Deal, DealPrice } from '#app/deals/deals.contract.ts'
import { businessDay, formatShortDayFrom, formatTime } from '#app/shared/dates.ts'
import { isLongAgo, type PriceBasis } from './prices.facts.ts'

/** The label of the struck price, and its wording for screen readers. */
export const BEFORE_WORDS: Record<PriceBasis, { short: string; spoken: string }> = {
  retailer: { short: 'was', spoken: 'Original price' },
  rrp: { short: 'RRP', spoken: 'Recommended price' },
  market: { short: 'elsewhere', spoken: 'Price elsewhere' },
  unknown: { short: '', spoken: '' },
}

/** What must be stated beside the was-price: `lowest in 30 days`, `before Aug 3`. */
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

/** Whether we saw the was-price; undefined when it is unknown or not the retailer's own. */
export function restsOnInWords({
  originalPrice,
  price: { basis, isProven },
}: Pick<Deal, 'originalPrice' | 'price'>): string | undefined {
  if (basis !== 'retailer' || originalPrice === null) return
  return isProven ? 'seen by us' : 'as stated'
}

/** `checked today 09:10`, `checked Nov 20`, in Toronto time; for members only. */
export function checkedInWords(at: string, today: string): string {
  const day = businessDay(new Date(at))
  if (day === today) return `checked today ${formatTime(at)}`
  return `checked ${formatShortDayFrom(day, today)}`
}

/** Shown while an owner has switched checks off: the last look stands, and no next one is to be expected. */
export const CHECKS_PAUSED = 'Our checks of retailers’ pages are paused just now.'
