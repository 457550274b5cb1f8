import { addDays } from '#app/shared/dates.ts'

/** Adds years to a day; February 29 becomes the 28th in other years. */
export function addYears(day: string, years: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year + years, month, 0)).getUTCDate()
  return dayOf(year + years, month, Math.min(date, lastOfMonth))
}

/** Returns the membership years that have begun, in order, each with its last day. */
export function membershipYears(firstDay: string | undefined, today: string) {
  if (firstDay === undefined) return []
  const years: Array<{ number: number; from: string; until: string }> = []
  // Counted from the first day each time, or February 29 would never come back.
  for (let number = 1; ; number += 1) {
    const from = addYears(firstDay, number - 1)
    if (from > today || number > MOST_YEARS) return years
    years.push({ number, from, until: addDays(addYears(firstDay, number), -1) })
  }
}

/** Limits the loop if a clock is wrong. */
const MOST_YEARS = 100

/** Returns the months up to and including that of a day, as YYYY-MM, the oldest first. */
export function monthsUntil(today: string, count: number): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(year, month - 1 - (count - 1 - index), 1)).toISOString().slice(0, 7),
  )
}

function dayOf(year: number, month: number, date: number): string {
  return [String(year).padStart(4, '0'), two(month), two(date)].join('-')
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
