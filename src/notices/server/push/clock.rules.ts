import { type AlertChoice, QUIET_FROM_HOUR } from '#app/mailings/mailings.facts.ts'
import { afterQuiet, isQuiet, onClock } from '#app/mailings/server/hours.rules.ts'
import { JOINED_MS } from '#app/notices/notices.facts.ts'

/** The calendar day on somebody's clock, as YYYY-MM-DD. */
export function dayOnClock(at: Date, timeZone: string): string {
  return onClock(at, timeZone).toPlainDate().toString()
}

/** When the next day begins on somebody's clock; where midnight is left out, at the hour after it. */
export function nextDayOnClock(at: Date, timeZone: string): Date {
  return toDate(onClock(at, timeZone).add({ days: 1 }).startOfDay())
}

/**
 * When the mail goes out that an alert of this moment is in. What was asked for at once also goes at night,
 * and only waits for others to be joined to it; what was asked for once a day, at the hour of their own. An
 * hour that the change of clocks leaves out is the one after it; one that comes twice counts the first time.
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

/** When a telephone lights up for an alert of this moment: never at night. */
export function pushAlertAt(at: Date, timeZone: string): Date {
  return afterQuiet(new Date(at.getTime() + JOINED_MS), timeZone)
}

/** How long until the night begins on somebody's clock; 0 in the night. */
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
