import { daysBetween } from '#app/shared/dates.ts'

/** A day with deals, and how many were published up to its end since the first. */
type FeedDay = { publishedDay: string; dealsThrough: number }

const DAYS = 7

/**
 * Deals a day on average over the last seven days before `today`, or over as many as the feed is
 * old, rounded down. `days` are those with deals, newest first.
 */
export function dealsADay(days: FeedDay[], today: string): number {
  const newest = days[0]
  if (!newest) return 0
  const before = days.find(({ publishedDay }) => daysBetween(publishedDay, today) > DAYS)
  const first = days.findLast(({ publishedDay }) => daysBetween(publishedDay, today) <= DAYS)
  // Days without a deal count as well, unless they lie before the very first.
  const span = before || !first ? DAYS : daysBetween(first.publishedDay, today)
  return Math.floor((newest.dealsThrough - (before?.dealsThrough ?? 0)) / span)
}

/** Tenths of a percent, rounded down to whole percents: a claim never says more than is so. */
export function wholePercent(perMille: number | null): number | null {
  return perMille === null ? null : Math.floor(perMille / 10)
}

/** What is claimed as 'Up to': the highest, and at most five more than a tenth of the living deals reach. */
export function upTo(highest: number | null, reachedByTenth: number | null): number | null {
  if (highest === null || reachedByTenth === null) return null
  return Math.min(highest, reachedByTenth + 5)
}
