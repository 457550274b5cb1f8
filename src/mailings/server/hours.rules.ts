import {
  type AlertChoice,
  type EditionChoice,
  QUIET_FROM_HOUR,
  QUIET_UNTIL_HOUR,
} from '#app/mailings/mailings.facts.ts'
import { HOUR_MS } from '#app/shared/dates.ts'
import type { MailStream } from '#app/shared/mail-streams.ts'

export type Hours = {
  edition: EditionChoice
  /** 0 is Sunday. */
  editionWeekday: number
  hour: number
  timeZone: string
}

/**
 * Returns when the next edition is due after a moment, at the chosen hour in the reader's time zone. An hour
 * skipped by a clock change becomes the one after it; a repeated one counts the first time. Returns undefined
 * for a reader without editions.
 */
export function nextEditionAt(
  { edition, editionWeekday, hour, timeZone }: Hours,
  after: Date,
): Date | undefined {
  if (edition === 'never') return
  const now = onClock(after, timeZone).toInstant()
  let day = onClock(after, timeZone).toPlainDate()
  for (let tries = 0; tries < 9; tries += 1, day = day.add({ days: 1 })) {
    if (edition === 'weekly' && day.dayOfWeek % 7 !== editionWeekday) continue
    const at = day.toZonedDateTime({ timeZone, plainTime: { hour } }).toInstant()
    if (Temporal.Instant.compare(at, now) > 0) return new Date(at.epochMilliseconds)
  }
  return
}

/**
 * Returns when a stream's mail may go: at once if the reader chose that, at night only within their own hour.
 * A mail that missed that hour, or was not accepted then, waits for the morning.
 */
export function mailMayGoAt(
  stream: MailStream,
  { alerts, hour, timeZone }: Pick<Hours, 'hour' | 'timeZone'> & { alerts: AlertChoice },
  now: Date,
): Date {
  if (stream === 'alerts' && alerts === 'at-once') return now
  const day = onClock(now, timeZone).toPlainDate()
  const own = day.toZonedDateTime({ timeZone, plainTime: { hour } }).epochMilliseconds
  const since = now.getTime() - own
  return since >= 0 && since < HOUR_MS ? now : afterQuiet(now, timeZone)
}

/** Returns the moment itself, or the end of the night if it is night in the time zone. */
export function afterQuiet(at: Date, timeZone: string): Date {
  const now = onClock(at, timeZone)
  if (!isQuiet(now)) return at
  const day = now.toPlainDate().add({ days: now.hour >= QUIET_FROM_HOUR ? 1 : 0 })
  const morning = day.toZonedDateTime({ timeZone, plainTime: { hour: QUIET_UNTIL_HOUR } })
  return new Date(morning.epochMilliseconds)
}

export function isQuiet({ hour }: Temporal.ZonedDateTime): boolean {
  return hour >= QUIET_FROM_HOUR || hour < QUIET_UNTIL_HOUR
}

/** Returns a moment in a time zone. */
export function onClock(at: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)
}

/** Returns the canonical name of an IANA time zone; undefined if there is none of this name. */
export function readTimeZone(name: unknown): string | undefined {
  if (typeof name !== 'string' || !/^[A-Za-z][\w+/-]{1,63}$/.test(name)) return
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return
  }
}
