import { type RawBuilder, sql } from 'kysely'
import { BUSINESS_ZONE } from '#app/shared/dates.ts'

// Query fragments for business days, with daylight saving; days are YYYY-MM-DD.

// A literal, not a parameter: to use its index the planner has to see the same expression each time.
const zone = sql.lit(BUSINESS_ZONE)

/** The business day of a moment. */
export function dayOf(column: string): RawBuilder<string> {
  return sql<string>`(${sql.ref(column)} at time zone ${zone})::date`
}

/** Whether a moment lies within these business days; compares the bare column, so that its index is used. */
export function isWithin(
  column: string,
  { first, last }: { first?: string; last?: string },
): RawBuilder<boolean> {
  const from = first === undefined ? sql`true` : sql`${sql.ref(column)} >= ${startOfDay(first)}`
  const to = last === undefined ? sql`true` : sql`${sql.ref(column)} < ${startOfDay(last, 1)}`
  return sql<boolean>`(${from} and ${to})`
}

/** Start of a business day, or of the one `daysLater` days after it. */
export function startOfDay(day: string, daysLater = 0): RawBuilder<Date> {
  return sql<Date>`(${day}::date + ${daysLater}::int)::timestamp at time zone ${zone}`
}
