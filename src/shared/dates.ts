import { countOf } from './counts.ts'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** The time zone of the business day, daylight saving included. */
export const BUSINESS_ZONE = 'America/Toronto'

let clock: Intl.DateTimeFormat | undefined

/** A moment in Toronto's local time: `2026-11-21 09:30:00`. */
export function businessClock(at: Date): string {
  if (typeof Temporal !== 'undefined') {
    const wall = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(
      BUSINESS_ZONE,
    )
    return wall.toString().slice(0, 19).replace('T', ' ')
  }
  // Fallback where `Temporal` is missing. It is created on first use, because creating a formatter blocks
  // a slow phone. It is the only formatter; all other formats are built by hand from its output.
  clock ??= new Intl.DateTimeFormat('sv-SE', {
    timeZone: BUSINESS_ZONE,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return clock.format(at)
}

const daysOfMinutes = new Map<number, string>()
const MOST_MINUTES = 1000

/** Whether this is a valid calendar day, YYYY-MM-DD; `Date` itself reads 30 February as 2 March. */
export function isCalendarDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** The calendar day in Toronto at this moment, as YYYY-MM-DD. */
export function businessDay(at: Date): string {
  // Called on every request and for every deal. Days begin and end on a full minute, so one cached result
  // serves each minute.
  const minute = Math.floor(at.getTime() / MINUTE_MS)
  const known = daysOfMinutes.get(minute)
  if (known !== undefined) return known
  if (daysOfMinutes.size >= MOST_MINUTES) daysOfMinutes.clear()
  const day = businessClock(at).slice(0, 10)
  daysOfMinutes.set(minute, day)
  return day
}

/** The calendar day at this moment in the reader's own time zone, as YYYY-MM-DD. */
export function dayOfReader(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 10)
}

/** Toronto's UTC offset in milliseconds; negative, because Toronto is behind UTC. */
export function businessOffsetMs(at: Date): number {
  const wholeSeconds = Math.floor(at.getTime() / 1000) * 1000
  return Date.parse(`${businessClock(at).replace(' ', 'T')}Z`) - wholeSeconds
}

/**
 * The moments at which Toronto's clock shows `time` (`07:00`) on this day: usually one, but none or two where
 * the clocks change.
 */
export function momentsAt(day: string, time: string): Date[] {
  const wall = Date.parse(`${day}T${time}:00Z`)
  const moments = [-DAY_MS, DAY_MS]
    .map((aside) => wall - businessOffsetMs(new Date(wall + aside)))
    .filter((at) => businessClock(new Date(at)) === `${day} ${time}:00`)
  return [...new Set(moments)].toSorted((a, b) => a - b).map((at) => new Date(at))
}

/** The calendar day `days` later, or earlier if `days` is negative; both YYYY-MM-DD. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** The number of calendar days from `from` to `to`. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
]

/** The name of a weekday: `Sunday` for 0. */
export function weekdayName(weekday: number): string {
  return WEEKDAYS[weekday] ?? ''
}

/** The parts of a calendar day: `Tuesday`, `November`, 24, 2026. */
export function wordsOfDay(calendarDay: string) {
  // `Date` parses a calendar day as midnight UTC, so the parts are read in UTC too.
  const date = new Date(calendarDay)
  return {
    weekday: WEEKDAYS[date.getUTCDay()] ?? '',
    month: MONTHS[date.getUTCMonth()] ?? '',
    day: date.getUTCDate(),
    year: date.getUTCFullYear(),
  }
}

/** Formats `November 24` from a calendar day, YYYY-MM-DD, as the functions below do. By hand, as for prices. */
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

/** Formats `Nov 24`, adding the year if it differs from today's; `today` is empty if unknown. */
export function formatShortDayFrom(calendarDay: string, today: string): string {
  const { year } = wordsOfDay(calendarDay)
  const isThisYear = today === '' || year === wordsOfDay(today).year
  return isThisYear ? formatShortDay(calendarDay) : formatShortDate(calendarDay)
}

/** `Nov 24, 2026` */
export function formatShortDate(calendarDay: string): string {
  return `${formatShortDay(calendarDay)}, ${wordsOfDay(calendarDay).year}`
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

/** Formats `Tuesday, November 24`, adding the year if it differs from today's. */
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

/** Formats a moment as `November 24, 2026`, Toronto time; undefined if it is not a valid moment. */
export function formatDateAt(at: Date | string | null | undefined): string | undefined {
  const date = momentOf(at)
  return date && formatDate(businessDay(date))
}

/** Formats `09:05`, Toronto time, as everywhere on the site. */
export function formatTime(at: Date | string): string {
  return businessClock(new Date(at)).slice(11, 16)
}

/** Formats `Nov 21, 2026, 09:05`, Toronto time. */
export function formatMoment(at: Date | string): string {
  const day = businessDay(new Date(at))
  return `${formatShortDate(day)}, ${formatTime(at)}`
}

/** `30 minutes` */
export function formatMinutes(ms: number): string {
  return countOf(ms / MINUTE_MS, 'minute')
}

/** Formats `30 seconds`, `2 minutes`, `5 hours`, rounded up so that a wait is never understated. */
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
