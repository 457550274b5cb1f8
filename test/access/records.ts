import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'

/** Reads everything that is stored except the rate limit counters. */
export async function readRecords(db: Database): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'throttles'
    order by 1
  `.execute(db)
  const records: Record<string, string[]> = {}
  for (const { name } of rows) {
    const all = await sql`select * from ${sql.table(name)}`.execute(db)
    records[name] = all.rows.map((row) => JSON.stringify(row)).toSorted()
  }
  return records
}
