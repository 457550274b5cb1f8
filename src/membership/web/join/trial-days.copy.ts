import { businessDay, DAY_MS, formatShortDay, formatShortDayOfWeek } from '#app/shared/dates.ts'

/**
 * `Tue, Nov 24`: the day this many days from now in the reader's calendar. Adds the day that our
 * mails and bills name when it is another: `Wed, Nov 25 (Nov 24 in Toronto)`.
 */
export function dayAfter(days: number, now: Date, dayOfReader: (at: Date) => string): string {
  const at = new Date(now.getTime() + days * DAY_MS)
  const [day, ours] = [dayOfReader(at), businessDay(at)]
  const words = formatShortDayOfWeek(day)
  return day === ours ? words : `${words} (${formatShortDay(ours)} in Toronto)`
}
