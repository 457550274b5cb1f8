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
  /** Of the whole day, also where not all of it is on the page; undefined while it is not known. */
  size: number | undefined
  /** Of them. */
  ended: number
  deals: T[]
}

/** The deals of the feed under the days on which they came; deals and pages newest first. */
export function divideByDay<T extends Published>(
  deals: T[],
  pages: Array<Pick<DealsPage, 'days'>>,
): Array<DayOfFeed<T>> {
  // What was asked last knows best.
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

/** `Today, Sunday, November 22`, `Yesterday, ...`, or the date, with its year when it is another. */
export function dayInWords(day: string, today: string): string {
  if (day === today) return `Today, ${formatDayOfWeek(day)}`
  // Unknown while the list is asked anew, as after a membership has ended.
  if (today === '') return formatDateOfWeek(day)
  if (day === addDays(today, -1)) return `Yesterday, ${formatDayOfWeek(day)}`
  return formatDayOfWeekFrom(day, today)
}

/** The first word of a list that begins further down than the feed does. */
export function startInWords(from: number, why: string | undefined): string {
  const start = `This list begins with deal ${formatCount((from - 1) * FEED_PAGE_SIZE + 1)}.`
  return why === undefined ? start : `${start} Those before it could not be fetched. ${why}`
}

/** Today, of a page that was made on `today` and is read on by a browser whose own day has gone from one to another. */
export function todayAfter(today: string, from: string, to: string): string {
  return today === '' ? '' : addDays(today, daysBetween(from, to))
}

/** The last word of the feed. */
export function endInWords(total: number): string {
  return total === 1 ? "You've seen the one deal there is" : `You've seen all ${total} deals`
}

/** What is not in the list of its day because it stands above. */
export function openInWords(count: number): string {
  return count === 1
    ? 'One of them is open for you, above.'
    : `${spellNumberFirst(count)} of them are open for you, above.`
}

/** The id of a day's heading, and the fragment that leads to it. */
export function anchorOf(day: string): string {
  return `day-${day}`
}

/**
 * The last deal that is new since somebody was here, where the rest of the list is not: there their
 * last visit ended. `mark` is when the newest deal came that they have seen.
 */
export function lastNewDeal<T extends Published>(deals: T[], mark: string | null): T | undefined {
  const firstSeen = deals.findIndex((deal) => !isNew(deal, mark))
  return firstSeen > 0 ? deals[firstSeen - 1] : undefined
}

export function isNew({ publishedAt }: Published, mark: string | null): boolean {
  return mark !== null && publishedAt !== null && publishedAt > mark
}
