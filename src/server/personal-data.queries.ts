import { sql } from 'kysely'

/** How many rows of one kind are kept about somebody, and from when; nulls when there are none. */
export type DataCount = {
  count: number
  firstAt: Date | null
  lastAt: Date | null
  /** Of these, how many are counted separately, if any. */
  uncounted?: number
}

/** Columns for a select over one person's rows; `column` holds the time of each row. */
export function selectDataCount(column: string) {
  const moment = sql.ref(column)
  return [
    sql<number>`count(*)`.as('count'),
    sql<Date | null>`min(${moment})`.as('firstAt'),
    sql<Date | null>`max(${moment})`.as('lastAt'),
  ] as const
}
