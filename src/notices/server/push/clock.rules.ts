import { type AlertChoice, QUIET_FROM_HOUR } from '#app/mailings/mailings.facts.ts'
import { afterQuiet, isQuiet, onClock } from '#app/mailings/server/hours.rules.ts'
import { JOINED_MS } from '#app/notices/notices.facts.ts'

/** Returns the calendar day in a time zone, as YYYY-MM-DD. */
export function dayOnClock(at: Date, timeZone: string): string {
  return onClock(at, timeZone).toPlainDate().toString()
}

/** Returns when the next day begins in a time zone; an hour later where midnight is skipped. */
export function nextDayOnClock(at: Date, timeZone: string): Date {
  return toDate(onClock(at, timeZone).add({ days: 1 }).startOfDay())
}

/**
 * Returns when the mail with an alert of this moment is sent. "At once" also applies at night, with a short
 * delay to combine alerts; "once a day" uses the chosen hour. An hour skipped by a clock change becomes the
 * one after it; a repeated one counts the first time.
 */
export function mailAlertAt(
  at: Date,
  { alerts, hour, timeZone }: { alerts: AlertChoice; hour: number; timeZone: string },
): Date | undefined {
  if (alerts === 'never') return
  if (alerts === 'at-once') return new Date(at.getTime() + JOINED_MS)
  const now = onClock(at, timeZone)
  for (let day = now.toPlainDate(); ; day = day.add({ days: 1 })) {
    const due = day.toZonedDateTime({ timeZone, plainTime: { hour } })
    if (Temporal.ZonedDateTime.compare(due, now) > 0) return toDate(due)
  }
}

/** Returns when an alert of this moment is pushed to a device: never at night. */
export function pushAlertAt(at: Date, timeZone: string): Date {
  return afterQuiet(new Date(at.getTime() + JOINED_MS), timeZone)
}

/** Returns the milliseconds until the night begins in a time zone; 0 at night. */
export function msUntilQuiet(at: Date, timeZone: string): number {
  const now = onClock(at, timeZone)
  if (isQuiet(now)) return 0
  const plainTime = { hour: QUIET_FROM_HOUR }
  const night = now.toPlainDate().toZonedDateTime({ timeZone, plainTime })
  return night.epochMilliseconds - at.getTime()
}

function toDate({ epochMilliseconds }: Temporal.ZonedDateTime): Date {
  return new Date(epochMilliseconds)
}
