import type { Period, Span } from '#app/admin/metrics/metrics.contract.ts'
import { addDays } from '#app/shared/dates.ts'
import { CLICK_KEPT_DAYS } from '#app/tracking/tracking.facts.ts'

const DAYS = { '7d': 7, '30d': 30, '90d': 90 } as const

/** Returns the period that ends with this business day, and the one it is compared with. */
export function spansOf(period: Period, today: string): { span: Span; before: Span } {
  if (period === '12m') {
    const first = addMonths(`${today.slice(0, 7)}-01`, -11)
    return {
      span: { first, last: today },
      before: { first: addMonths(first, -12), last: addMonths(today, -12) },
    }
  }
  const days = DAYS[period]
  const first = addDays(today, 1 - days)
  return {
    span: { first, last: today },
    before: { first: addDays(first, -days), last: addDays(first, -1) },
  }
}

/** Returns the spans of a chart's bars: days, or months for the longest period. */
export function barsOf(period: Period, span: Span): Span[] {
  return period === '12m' ? monthsOf(span) : daysOf(span).map((day) => ({ first: day, last: day }))
}

/** Returns the month of this business day and the eleven before it, as whole months. */
export function lastMonths(today: string): Span[] {
  return monthsOf({ first: addMonths(`${today.slice(0, 7)}-01`, -11), last: lastOfMonth(today) })
}

/** Returns the part of a span from this day on; its first day is after its last if there is none. */
export function sinceDay({ first, last }: Span, day: string): Span {
  return { first: [first, day].toSorted().at(-1) ?? first, last }
}

/**
 * Returns a span with both ends, no longer than clicks are kept, which also bounds files; without a
 * beginning, the last 30 days.
 */
export function boundedSpan({ first, last }: Partial<Span>, today: string): Span {
  const end = last === undefined || last > today ? today : last
  const start = first ?? addDays(end, -29)
  const earliest = addDays(end, 1 - CLICK_KEPT_DAYS)
  return { first: start < earliest ? earliest : start, last: end }
}

export function daysOf({ first, last }: Span): string[] {
  const days: string[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

function monthsOf({ first, last }: Span): Span[] {
  const months: Span[] = []
  for (let from = first; from <= last; from = addDays(lastOfMonth(from), 1)) {
    const end = lastOfMonth(from)
    months.push({ first: from, last: end < last ? end : last })
  }
  return months
}

function lastOfMonth(day: string): string {
  return addDays(addMonths(`${day.slice(0, 7)}-01`, 1), -1)
}

/** Returns the same day of another month, or its last day if the month is shorter. */
function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const longest = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  const moved = Date.UTC(year, month - 1 + months, Math.min(date, longest))
  return new Date(moved).toISOString().slice(0, 10)
}
