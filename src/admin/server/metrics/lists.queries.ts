import { sql } from 'kysely'
import type { RowsQuery, Span } from '#app/admin/metrics.contract.ts'
import type { Database } from '#app/db/database.ts'

/** A part of a list. `after` begins behind a row, however deep it is, where a list knows that. */
export type Slice = { limit: number; offset?: number; after?: number | undefined }
export type Narrowed = Omit<RowsQuery, 'page' | 'limit'>

export const spanOf = ({ from, to }: Pick<RowsQuery, 'from' | 'to'>): Partial<Span> => ({
  ...(from ? { first: from } : {}),
  ...(to ? { last: to } : {}),
})

/** How many rows a `from ... where ...` has. */
export async function countOf(db: Database, from: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count ${from}`.execute(db)
  return rows[0]?.count ?? 0
}
