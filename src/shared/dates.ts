import { countOf } from './counts.ts'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Where the business day is counted, daylight saving included. */
export const BUSINESS_ZONE = 'America/Toronto'

let clock: Intl.DateTimeFormat | undefined

/** A moment as the clock in Toronto shows it: `2026-11-21 09:30:00`. */
export function businessClock(at: Date): string {
  if (typeof Temporal !== 'undefined') {
    const wall = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(
      BUSINESS_ZONE,
    )
    return wall.toString().slice(0, 19).replace('T', ' ')
  }
  // Where that is not known. Made when a page says a moment: it keeps a slow phone busy. The one formatter
  // that there is; everything else is written by hand from what it says.
  clock ??= new Intl.DateTimeFormat('sv-SE', {
    timeZone: BUSINESS_ZONE,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return clock.format(at)
}

const daysOfMinutes = new Map<number, string>()
const MOST_MINUTES = 1000

/** Whether this is a day of the calendar as YYYY-MM-DD; `Date` itself takes 30 February for 2 March. */
export function isCalendarDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** The calendar day in Toronto at this moment, as YYYY-MM-DD. */
export function businessDay(at: Date): string {
  // Asked on every request and of every deal; days begin and end with a minute, so one answer serves it.
  const minute = Math.floor(at.getTime() / MINUTE_MS)
  const known = daysOfMinutes.get(minute)
  if (known !== undefined) return known
  if (daysOfMinutes.size >= MOST_MINUTES) daysOfMinutes.clear()
  const day = businessClock(at).slice(0, 10)
  daysOfMinutes.set(minute, day)
  return day
}

/** The calendar day at this moment on the clock of whoever reads this, as YYYY-MM-DD. */
export function dayOfReader(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 10)
}

/** How far the clock in Toronto is ahead of UTC; below 0, as it is behind. */
export function businessOffsetMs(at: Date): number {
  const wholeSeconds = Math.floor(at.getTime() / 1000) * 1000
  return Date.parse(`${businessClock(at).replace(' ', 'T')}Z`) - wholeSeconds
}

/**
 * The moments at which the clock in Toronto shows `07:00` on this day: one, or where the clocks change none
 * or two.
 */
export function momentsAt(day: string, time: string): Date[] {
  const wall = Date.parse(`${day}T${time}:00Z`)
  const moments = [-DAY_MS, DAY_MS]
    .map((aside) => wall - businessOffsetMs(new Date(wall + aside)))
    .filter((at) => businessClock(new Date(at)) === `${day} ${time}:00`)
  return [...new Set(moments)].toSorted((a, b) => a - b).map((at) => new Date(at))
}

/** The calendar day so many days later, or earlier where `days` is below 0; both YYYY-MM-DD. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Calendar days from one to the other. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
]

/** `Sunday` for 0. */
export function weekdayName(weekday: number): string {
  return WEEKDAYS[weekday] ?? ''
}

/** The words of a calendar day: `Tuesday`, `November`, 24, 2026. */
export function wordsOfDay(calendarDay: string) {
  // A calendar day is read as midnight in UTC, so it is written there too.
  const date = new Date(calendarDay)
  return {
    weekday: WEEKDAYS[date.getUTCDay()] ?? '',
    month: MONTHS[date.getUTCMonth()] ?? '',
    day: date.getUTCDate(),
    year: date.getUTCFullYear(),
  }
}

/** `November 24` for a calendar day, YYYY-MM-DD, as all that follow take. By hand, as prices are. */
export function formatDay(calendarDay: string): string {
  const { month, day } = wordsOfDay(calendarDay)
  return `${month} ${day}`
}

/** `Tuesday, November 24` */
export function formatDayOfWeek(calendarDay: string): string {
  return `${wordsOfDay(calendarDay).weekday}, ${formatDay(calendarDay)}`
}

/** `Nov 24` */
export function formatShortDay(calendarDay: string): string {
  const { month, day } = wordsOfDay(calendarDay)
  return `${short(month)} ${day}`
}

/** `Nov 24`, with its year when that is another than today's; `today` is empty where nobody knows it. */
export function formatShortDayFrom(calendarDay: string, today: string): string {
  const { year } = wordsOfDay(calendarDay)
  const isThisYear = today === '' || year === wordsOfDay(today).year
  return isThisYear ? formatShortDay(calendarDay) : `${formatShortDay(calendarDay)}, ${year}`
}

/** `Tue, Nov 24` */
export function formatShortDayOfWeek(calendarDay: string): string {
  return `${short(wordsOfDay(calendarDay).weekday)}, ${formatShortDay(calendarDay)}`
}

/** `November 24, 2026` */
export function formatDate(calendarDay: string): string {
  return `${formatDay(calendarDay)}, ${wordsOfDay(calendarDay).year}`
}

/** `Tuesday, November 24, 2026` */
export function formatDateOfWeek(calendarDay: string): string {
  return `${formatDayOfWeek(calendarDay)}, ${wordsOfDay(calendarDay).year}`
}

/** `Tuesday, November 24`, with its year when that is another than today's. */
export function formatDayOfWeekFrom(calendarDay: string, today: string): string {
  const isThisYear = wordsOfDay(calendarDay).year === wordsOfDay(today).year
  return isThisYear ? formatDayOfWeek(calendarDay) : formatDateOfWeek(calendarDay)
}

/** `Tue, Nov 24, 2026` */
export function formatShortDateOfWeek(calendarDay: string): string {
  return `${formatShortDayOfWeek(calendarDay)}, ${wordsOfDay(calendarDay).year}`
}

/** `Nov 2026` */
export function formatMonth(calendarDay: string): string {
  const { month, year } = wordsOfDay(calendarDay)
  return `${short(month)} ${year}`
}

/** `November 24, 2026` of a moment, as it is in Toronto; undefined for what is no moment. */
export function formatDateAt(at: Date | string | null | undefined): string | undefined {
  const date = momentOf(at)
  return date && formatDate(businessDay(date))
}

/** `09:05` in Toronto: one clock everywhere, that of 'checked today 09:10'. */
export function formatTime(at: Date | string): string {
  return businessClock(new Date(at)).slice(11, 16)
}

/** `Nov 21, 2026, 09:05` in Toronto. */
export function formatMoment(at: Date | string): string {
  const day = businessDay(new Date(at))
  return `${formatShortDay(day)}, ${wordsOfDay(day).year}, ${formatTime(at)}`
}

/** `30 minutes` */
export function formatMinutes(ms: number): string {
  return countOf(ms / MINUTE_MS, 'minute')
}

/** `30 seconds`, `2 minutes`, `5 hours`: never less than it is. */
export function formatWait(seconds: number): string {
  if (seconds <= 90) return countOf(Math.ceil(seconds), 'second')
  if (seconds <= 90 * 60) return countOf(Math.ceil(seconds / 60), 'minute')
  return countOf(Math.ceil(seconds / 3600), 'hour')
}

/** `90 days` */
export function formatDays(ms: number): string {
  return countOf(ms / DAY_MS, 'day')
}

function short(word: string): string {
  return word.slice(0, 3)
}

function momentOf(at: Date | string | null | undefined): Date | undefined {
  const date = at ? new Date(at) : undefined
  return date && !Number.isNaN(date.getTime()) ? date : undefined
}
