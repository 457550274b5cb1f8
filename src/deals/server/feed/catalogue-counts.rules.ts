import { daysBetween } from '#app/shared/dates.ts'

/** A day with deals, and the total published from the first day to its end. */
type FeedDay = { publishedDay: string; dealsThrough: number }

const DAYS = 7

/**
 * Average number of deals per day over the last seven days before `today`, or over the age of the feed when it
 * is younger, rounded down. `days` are the days with deals, newest first.
 */
export function dealsADay(days: FeedDay[], today: string): number {
  const newest = days[0]
  if (!newest) return 0
  const before = days.find(({ publishedDay }) => daysBetween(publishedDay, today) > DAYS)
  const first = days.findLast(({ publishedDay }) => daysBetween(publishedDay, today) <= DAYS)
  // Days without deals count as well, except before the very first one.
  const span = before || !first ? DAYS : daysBetween(first.publishedDay, today)
  return Math.floor((newest.dealsThrough - (before?.dealsThrough ?? 0)) / span)
}

/** Converts per mille to whole percent, rounded down so that a claim never overstates. */
export function wholePercent(perMille: number | null): number | null {
  return perMille === null ? null : Math.floor(perMille / 10)
}

/** The claim "Up to": the highest, but at most five points above what a tenth of the living deals reach. */
export function upTo(highest: number | null, reachedByTenth: number | null): number | null {
  if (highest === null || reachedByTenth === null) return null
  return Math.min(highest, reachedByTenth + 5)
}
