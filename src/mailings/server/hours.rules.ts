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
 * When somebody's next edition is due after this moment: the hour on their own clock. An hour that the
 * change of clocks leaves out is the one after it; one that comes twice counts the first time. Undefined
 * for who takes none.
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
 * When a mail of a stream that is ready now may go: at once where that was asked for, at night only within the hour of
 * their own. What was late for it, or was not taken then, waits for the morning.
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

/** This moment, or where it is night on somebody's clock, the end of the night. */
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

/** A moment as somebody's own clock shows it. */
export function onClock(at: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)
}

/** A name of the world's list of time zones, as clocks know it; undefined for what is none. */
export function readTimeZone(name: unknown): string | undefined {
  if (typeof name !== 'string' || !/^[A-Za-z][\w+/-]{1,63}$/.test(name)) return
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return
  }
}
