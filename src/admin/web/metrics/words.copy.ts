import type { Period, Span } from '#app/admin/metrics.contract.ts'

// Made once, being costly. Days are business days already: no zone may move them.
const shortDay = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  month: 'short',
  day: 'numeric',
})
const weekday = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'short',
  month: 'short',
  day: 'numeric',
})
const fullDay = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'long' })
const month = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', year: 'numeric' })
const counts = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const roundDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
})

/** `1,234`; a tenth where there is one. */
export function countWords(count: number): string {
  return counts.format(count)
}

export function moneyWords(amount: number): string {
  return dollars.format(amount)
}

/** Without cents, for what is read from afar. */
export function roundMoneyWords(amount: number): string {
  return roundDollars.format(amount)
}

const at = (day: string) => new Date(`${day}T00:00:00Z`)

/** `Nov 21` */
export function shortDayWords(day: string): string {
  return shortDay.format(at(day))
}

/** `Sat, Nov 21` */
export function weekdayWords(day: string): string {
  return weekday.format(at(day))
}

/** `November 21, 2026` */
export function dayWords(day: string): string {
  return fullDay.format(at(day))
}

const DAY_MS = 24 * 60 * 60 * 1000

/** The day before, both as YYYY-MM-DD. */
export function dayBefore(day: string): string {
  return new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10)
}

/** `Nov 2026` */
export function monthWords(day: string): string {
  return month.format(at(day))
}

/** A bar of a chart: a day, or a month. */
export function barWords({ first }: Span, period: Period): string {
  return period === '12m' ? monthWords(first) : weekdayWords(first)
}

/** `October 23 to November 21, 2026`; a single day by itself. */
export function spanWords({ first, last }: Span): string {
  if (first === last) return dayWords(first)
  const isSameYear = first.slice(0, 4) === last.slice(0, 4)
  const from = isSameYear ? dayWords(first).replace(/, \d{4}$/, '') : dayWords(first)
  return `${from} to ${dayWords(last)}`
}

const BEFORE: Record<Period, string> = {
  '7d': 'the 7 days before',
  '30d': 'the 30 days before',
  '90d': 'the 90 days before',
  '12m': 'the year before',
}

export function beforeWords(period: Period): string {
  return BEFORE[period]
}

/** How a number compares with that of the period before: in whole percents, or many times over. */
export function changeWords(now: number, before: number, period: Period): string {
  const than = beforeWords(period)
  if (before <= 0) return now > 0 ? `None in ${than}` : `None in ${than} either`
  if (now >= before * 3) return `${countWords(Math.floor(now / before))} times that of ${than}`
  const percent = Math.round((Math.abs(now - before) / before) * 100)
  if (percent === 0) return `As in ${than}`
  return `${countWords(percent)}% ${now > before ? 'more' : 'less'} than in ${than}`
}

/** `12%` of the step before; undefined where that says nothing. */
export function percentWords(part: number, whole: number): string | undefined {
  if (whole <= 0 || part > whole) return
  const percent = (part / whole) * 100
  if (part > 0 && percent < 1) return 'under 1%'
  return `${Math.round(percent)}%`
}

/** `1 deal`, `2 deals` */
export function numberOf(count: number, one: string, many = `${one}s`): string {
  return `${countWords(count)} ${count === 1 ? one : many}`
}
