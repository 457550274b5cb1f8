import { countOf } from '#app/shared/counts.ts'
import {
  businessDay,
  daysBetween,
  formatMoment,
  formatShortDayFrom,
  HOUR_MS,
  MINUTE_MS,
  wordsOfDay,
} from '#app/shared/dates.ts'
import type { Deal } from './deals.contract.ts'
import { ENDED_WORDS, type EndedReason } from './life.facts.ts'

type Ended = Pick<Deal, 'endedReason' | 'endedAt'>

/** Reasons that describe a lasting state, worded with `since`; the others happened on a day, worded with `on`. */
const GOES_ON: readonly EndedReason[] = ['sold-out', 'gone', 'price-up']

/** Why and since when a deal is unavailable: `Sold out since Friday`, `Ended yesterday`. */
export function endedInWords({ endedReason, endedAt }: Ended, today: string): string {
  const reason = endedReason ?? 'time'
  const what = ENDED_WORDS[reason]
  if (endedAt === null) return what
  const day = businessDay(new Date(endedAt))
  const passed = today === '' ? Number.POSITIVE_INFINITY : daysBetween(day, today)
  if (passed <= 0) return `${what} today`
  const goesOn = GOES_ON.includes(reason)
  if (passed === 1) return `${what} ${goesOn ? 'since ' : ''}yesterday`
  return `${what} ${goesOn ? 'since' : 'on'} ${dayBriefly(day, today, passed)}`
}

function dayBriefly(day: string, today: string, passed: number): string {
  return passed < 7 ? wordsOfDay(day).weekday : formatShortDayFrom(day, today)
}

/** Above this the exact moment is shown instead of a countdown. */
const COUNTED_MS = 48 * HOUR_MS

/** `Ends in 3 hours`; the exact moment when it is more than two days off. */
export function endsInWords(endsAt: string, now: Date): string {
  const left = Date.parse(endsAt) - now.getTime()
  if (left > COUNTED_MS) return endMomentInWords(endsAt)
  if (left < MINUTE_MS) return 'Ends in a moment'
  if (left < HOUR_MS) return `Ends in ${countOf(Math.floor(left / MINUTE_MS), 'minute')}`
  const hours = Math.floor(left / HOUR_MS)
  const minutes = Math.floor((left % HOUR_MS) / MINUTE_MS)
  const rest = hours < 6 && minutes > 0 ? ` ${countOf(minutes, 'minute')}` : ''
  return `Ends in ${countOf(hours, 'hour')}${rest}`
}

/** `Ends Nov 24, 2026, 18:00 in Toronto` */
export function endMomentInWords(endsAt: string): string {
  return `Ends ${formatMoment(endsAt)} in Toronto`
}

/** `32 deals, 2 ended` */
export function dealsInWords(deals: number, ended: number): string {
  return ended > 0 ? `${countOf(deals, 'deal')}, ${ended} ended` : countOf(deals, 'deal')
}

/** Shown on a living deal that members reported, until a curator has checked it. */
export const MAY_BE_GONE = 'Members say it may be gone'
