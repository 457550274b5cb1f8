import { type RawBuilder, sql } from 'kysely'
import type { Span } from '#app/admin/metrics.contract.ts'

/** The business day of a moment, daylight saving included. */
export function dayOf(column: string): RawBuilder<string> {
  return sql<string>`(${sql.ref(column)} at time zone 'America/Toronto')::date`
}

/** Whether a moment lies within these business days; said of the column alone, for its index. */
export function within(column: string, { first, last }: Partial<Span>): RawBuilder<boolean> {
  const from = first === undefined ? sql`true` : sql`${sql.ref(column)} >= ${startOf(first, 0)}`
  const to = last === undefined ? sql`true` : sql`${sql.ref(column)} < ${startOf(last, 1)}`
  return sql<boolean>`(${from} and ${to})`
}

/** When the business day begins that comes so many days after this one. */
function startOf(day: string, daysLater: number) {
  return sql<Date>`(${day}::date + ${daysLater}::int)::timestamp at time zone 'America/Toronto'`
}
