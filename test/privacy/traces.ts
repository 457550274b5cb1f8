import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'

type Row = Record<string, unknown>

/** Returns every row of every table, including those of the job queue, by `schema.table`. */
export async function readEverything(db: Database): Promise<Map<string, Row[]>> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'
      -- The months of a table are read with it.
      and not exists (
        select from pg_class where relispartition and relname = table_name
          and relnamespace = table_schema::regnamespace and table_schema = 'public'
      )
    order by 1, 2
  `.execute(db)
  const everything = new Map<string, Row[]>()
  for (const { schema, name } of tables) {
    const { rows } = await sql<Row>`select * from ${sql.table(`${schema}.${name}`)}`.execute(db)
    everything.set(schema === 'public' ? name : `${schema}.${name}`, rows)
  }
  return everything
}

/** Returns where any of these words is still stored, as `table.column`. */
export async function findTraces(db: Database, words: string[]): Promise<string[]> {
  const places = new Set<string>()
  for (const [table, rows] of await readEverything(db)) {
    for (const [column, value] of rows.flatMap((row) => Object.entries(row))) {
      const text = JSON.stringify(value) ?? ''
      if (words.some((word) => text.includes(word))) places.add(`${table}.${column}`)
    }
  }
  return [...places].toSorted()
}
