import type { EditionChoice } from '#app/mailings/mailings.facts.ts'

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
  const now = Temporal.Instant.fromEpochMilliseconds(after.getTime())
  let day = now.toZonedDateTimeISO(timeZone).toPlainDate()
  for (let tries = 0; tries < 9; tries += 1, day = day.add({ days: 1 })) {
    if (edition === 'weekly' && day.dayOfWeek % 7 !== editionWeekday) continue
    const at = day.toZonedDateTime({ timeZone, plainTime: { hour } }).toInstant()
    if (Temporal.Instant.compare(at, now) > 0) return new Date(at.epochMilliseconds)
  }
  return
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
