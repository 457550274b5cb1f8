import { sql } from 'kysely'

/** How much of one kind is kept about somebody, and from when; nulls for none of it. */
export type DataCount = {
  count: number
  firstAt: Date | null
  lastAt: Date | null
  /** How many of them are kept apart, where some are. */
  uncounted?: number
}

/** For a select over the rows of one person, each of which has its moment in this column. */
export function selectDataCount(column: string) {
  const moment = sql.ref(column)
  return [
    sql<number>`count(*)`.as('count'),
    sql<Date | null>`min(${moment})`.as('firstAt'),
    sql<Date | null>`max(${moment})`.as('lastAt'),
  ] as const
}
