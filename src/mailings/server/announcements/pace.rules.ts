import { HOUR_MS, MINUTE_MS } from '#app/shared/dates.ts'

/** The slowest pace per hour; anything slower would look like a standstill. */
const SLOWEST = 60
/** The longest outage that is made up for at once. */
const MOST_AT_ONCE_MS = 5 * MINUTE_MS

/** Returns the number per hour that reaches everybody within the given hours. */
export function paceFor(people: number, hours: number): number {
  return Math.max(SLOWEST, Math.ceil(people / hours))
}

/** Returns the start of the pace, set back so that the first minute's share goes at once. */
export function paceFrom(now: Date): Date {
  return new Date(now.getTime() - MINUTE_MS)
}

/** Returns how many mails may be queued now, and until when these use up the pace. */
export function allowance(
  { perHour, pacedThrough }: { perHour: number; pacedThrough: Date },
  now: Date,
  used?: number,
): { count: number; through: Date } {
  const from = Math.max(pacedThrough.getTime(), now.getTime() - MOST_AT_ONCE_MS)
  const count = Math.max(0, Math.floor(((now.getTime() - from) * perHour) / HOUR_MS))
  return { count, through: new Date(from + Math.floor(((used ?? count) * HOUR_MS) / perHour)) }
}

/** Returns when the last mail is queued at this pace. */
export function throughAt(left: number, perHour: number, now: Date): Date {
  return new Date(now.getTime() + Math.ceil((left * HOUR_MS) / perHour))
}
