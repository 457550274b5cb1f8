import type { MembershipStatus, Period, Span } from '#app/admin/metrics/metrics.contract.ts'
import { MEMBERSHIP_STATUS_NAMES } from '#app/admin/metrics/metrics.facts.ts'
import { countOf, formatCount, wordFor } from '#app/shared/counts.ts'
import { formatDate, formatMonth, formatShortDayOfWeek } from '#app/shared/dates.ts'
/** The label of a bar: a day, or a month. */
export function barWords({ first }: Span, period: Period): string {
  return period === '12m' ? formatMonth(first) : formatShortDayOfWeek(first)
}

/** `October 23 to November 21, 2026`; a single day by itself. */
export function spanWords({ first, last }: Span): string {
  if (first === last) return formatDate(first)
  const isSameYear = first.slice(0, 4) === last.slice(0, 4)
  const from = isSameYear ? formatDate(first).replace(/, \d{4}$/, '') : formatDate(first)
  return `${from} to ${formatDate(last)}`
}

export const PERIOD_WORDS: Record<Period, string> = {
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
  '12m': '12 months',
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

/** Compares a number with that of the previous period: in whole percents, or as a multiple. */
export function changeWords(now: number, before: number, period: Period): string {
  const than = beforeWords(period)
  if (before <= 0) return now > 0 ? `None in ${than}` : `None in ${than} either`
  if (now >= before * 3) return `${formatCount(Math.floor(now / before))} times that of ${than}`
  const percent = Math.round((Math.abs(now - before) / before) * 100)
  if (percent === 0) return `As in ${than}`
  return `${formatCount(percent)}% ${now > before ? 'more' : 'less'} than in ${than}`
}

/** `12%` of the previous step; undefined if there is no valid share. */
export function percentWords(part: number, whole: number): string | undefined {
  if (whole <= 0 || part > whole) return
  const percent = (part / whole) * 100
  if (part > 0 && percent < 1) return 'under 1%'
  return `${Math.round(percent)}%`
}

type Look = 'ink' | 'soft' | 'edge' | 'rose' | 'linen' | 'none'

/** In display order: first those who can open the feed. */
const STATUS_NOTES = {
  active: { note: 'pays and stays', look: 'ink' },
  trialing: { note: 'not charged yet', look: 'soft' },
  ending: { note: 'leaves when the time is up', look: 'edge' },
  past_due: { note: 'a payment has failed', look: 'rose' },
  unpaid: { note: 'nothing is tried any more', look: 'rose' },
  paused: { note: '', look: 'rose' },
  incomplete: { note: 'the first payment is open', look: 'rose' },
  incomplete_expired: { note: '', look: 'linen' },
  canceled: { note: 'was a member once', look: 'linen' },
  none: { note: 'never had a membership', look: 'none' },
} as const satisfies Record<MembershipStatus, { note: string; look: Look }>

export const MEMBERSHIP_STATUS_WORDS: Record<string, { words: string; note: string; look: Look }> =
  Object.fromEntries(
    Object.entries(STATUS_NOTES).map(([status, said]) => [
      status,
      { words: MEMBERSHIP_STATUS_NAMES[status as MembershipStatus], ...said },
    ]),
  )

const ORDER = Object.keys(MEMBERSHIP_STATUS_WORDS)

export function membershipStatusWords(standing: string): string {
  return MEMBERSHIP_STATUS_WORDS[standing]?.words ?? standing
}

/** Sorts statuses for display; unknown ones come last. */
export function sortMembershipStatuses<S extends { standing: string }>(standings: S[]): S[] {
  const place = ({ standing }: S) => {
    const at = ORDER.indexOf(standing)
    return at < 0 ? ORDER.length : at
  }
  return standings.toSorted((a, b) => place(a) - place(b))
}

/** Says how many people on trial may still become members. */
export function stillOnTrialInWords(onTrial: number): string {
  return `${formatCount(onTrial)} more ${wordFor(onTrial, 'is', 'are')} still on trial.`
}

export function otherCurrenciesInWords(payments: number): string {
  return wordFor(
    payments,
    '1 payment in another currency is left out.',
    `${countOf(payments, 'payment')} in other currencies are left out.`,
  )
}
