import { HOUR_MS, MINUTE_MS } from '#app/shared/dates.ts'

/** Fewer an hour than this would look as if it stood still. */
const SLOWEST = 60
/** What was not done while nothing worked is not made up for at once. */
const MOST_AT_ONCE_MS = 5 * MINUTE_MS

/** To how many an hour it goes, to be through after so many hours. */
export function paceFor(people: number, hours: number): number {
  return Math.max(SLOWEST, Math.ceil(people / hours))
}

/** From when the pace counts, so that the first minute's share goes at once. */
export function paceFrom(now: Date): Date {
  return new Date(now.getTime() - MINUTE_MS)
}

/** How many may be promised now, and until when the pace is used up by those who are. */
export function allowance(
  { perHour, pacedThrough }: { perHour: number; pacedThrough: Date },
  now: Date,
  used?: number,
): { count: number; through: Date } {
  const from = Math.max(pacedThrough.getTime(), now.getTime() - MOST_AT_ONCE_MS)
  const count = Math.max(0, Math.floor(((now.getTime() - from) * perHour) / HOUR_MS))
  return { count, through: new Date(from + Math.floor(((used ?? count) * HOUR_MS) / perHour)) }
}

/** When the last is promised, by the pace. */
export function throughAt(left: number, perHour: number, now: Date): Date {
  return new Date(now.getTime() + Math.ceil((left * HOUR_MS) / perHour))
}
