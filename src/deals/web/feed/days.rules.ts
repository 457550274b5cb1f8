import type { Deal, DealsPage } from '#app/deals/deals.contract.ts'
import { FEED_PAGE_SIZE } from '#app/deals/deals.facts.ts'
import { formatCount, spellNumberFirst } from '#app/shared/counts.ts'
import {
  addDays,
  businessDay,
  daysBetween,
  formatDateOfWeek,
  formatDayOfWeek,
  formatDayOfWeekFrom,
} from '#app/shared/dates.ts'

type Published = Pick<Deal, 'id' | 'publishedAt'>

type DayOfFeed<T> = {
  /** YYYY-MM-DD. */
  day: string
  /** Deals of the whole day, even if only some are on the page; undefined while unknown. */
  size: number | undefined
  /** How many of them have ended. */
  ended: number
  deals: T[]
}

/** Groups the deals of the feed by day; deals and pages come newest first. */
export function divideByDay<T extends Published>(
  deals: T[],
  pages: Array<Pick<DealsPage, 'days'>>,
): Array<DayOfFeed<T>> {
  // Later pages win: they were requested last.
  const sizes = new Map(pages.flatMap(({ days }) => days.map((each) => [each.day, each])))
  const days: Array<DayOfFeed<T>> = []
  for (const deal of deals) {
    const day = dayOf(deal)
    const last = days.at(-1)
    if (last?.day === day) last.deals.push(deal)
    else {
      const size = sizes.get(day)
      days.push({ day, deals: [deal], size: size?.deals, ended: size?.ended ?? 0 })
    }
  }
  return days
}

function dayOf({ publishedAt }: Published): string {
  return publishedAt === null ? '' : businessDay(new Date(publishedAt))
}

/** `Today, Sunday, November 22`, `Yesterday, ...`, or the date, with its year when that differs. */
export function dayInWords(day: string, today: string): string {
  if (day === today) return `Today, ${formatDayOfWeek(day)}`
  // Unknown while the list is reloading, as after a membership has ended.
  if (today === '') return formatDateOfWeek(day)
  if (day === addDays(today, -1)) return `Yesterday, ${formatDayOfWeek(day)}`
  return formatDayOfWeekFrom(day, today)
}

/** The note above a list that starts at a later page. */
export function startInWords(from: number, why: string | undefined): string {
  const start = `This list begins with deal ${formatCount((from - 1) * FEED_PAGE_SIZE + 1)}.`
  return why === undefined ? start : `${start} Those before it could not be fetched. ${why}`
}

/** Advances the day a page was rendered on by the days that the browser has seen pass since. */
export function todayAfter(today: string, from: string, to: string): string {
  return today === '' ? '' : addDays(today, daysBetween(from, to))
}

/** The text at the end of the feed. */
export function endInWords(total: number): string {
  return total === 1 ? "You've seen the one deal there is" : `You've seen all ${total} deals`
}

/** Explains that deals of a day are missing from its list because they are shown above. */
export function openInWords(count: number): string {
  return count === 1
    ? 'One of them is open for you, above.'
    : `${spellNumberFirst(count)} of them are open for you, above.`
}

/** The id of a day's heading, and the fragment that links to it. */
export function anchorOf(day: string): string {
  return `day-${day}`
}

/**
 * The last deal that is new since the last visit, if older ones follow: there the last visit ended. `mark` is
 * the publication time of the newest deal seen then.
 */
export function lastNewDeal<T extends Published>(deals: T[], mark: string | null): T | undefined {
  const firstSeen = deals.findIndex((deal) => !isNew(deal, mark))
  return firstSeen > 0 ? deals[firstSeen - 1] : undefined
}

export function isNew({ publishedAt }: Published, mark: string | null): boolean {
  return mark !== null && publishedAt !== null && publishedAt > mark
}
