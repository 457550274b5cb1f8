import { type RawBuilder, sql } from 'kysely'
import type { Database, Trx } from './database.ts'

// Walks all tables on both engines without knowing any of them. Backups and moves read and compare with it, so tables
// added by later migrations are included automatically.

/** A table as both engines describe it, without generated columns. */
export type WalkedTable = {
  /** Qualified name, such as `public.deals`. */
  name: string
  columns: Array<{ name: string; type: string }>
  /** Columns of the primary key. */
  key: string[]
}

/** Row count, and a checksum that does not depend on the order of rows. */
export type TableSum = { rows: number; checksum: string }

export type Partition = { name: string; parent: string; bound: string }
export type Sequence = { name: string; lastValue: string; isCalled: boolean }

/** Tables written by the migration tools themselves. */
const KEPT_BY_MIGRATIONS = [
  'public.kysely_migration',
  'public.kysely_migration_lock',
  'pgboss.version',
]
const AT_ONCE = 1000

/**
 * Reads a consistent snapshot while others keep writing. On the embedded engine, with its single connection, everybody
 * else waits until it is done.
 */
export async function atOneMoment<T>(db: Database, read: (trx: Trx) => Promise<T>): Promise<T> {
  return db
    .withoutPlugins()
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      await speakPlainly(trx)
      return read(trx)
    })
}

/** Sets the session so that values convert to the same text everywhere, and removes the statement timeout. */
export async function speakPlainly(trx: Trx): Promise<void> {
  const settings = {
    'time zone': `'UTC'`,
    datestyle: `'ISO, YMD'`,
    intervalstyle: `'postgres'`,
    extra_float_digits: '1',
    bytea_output: `'hex'`,
    statement_timeout: '0',
    lock_timeout: '0',
    idle_in_transaction_session_timeout: '0',
  }
  for (const [name, value] of Object.entries(settings)) {
    await sql.raw(`set local ${name} ${name === 'time zone' ? '' : '='} ${value}`).execute(trx)
  }
}

/** Every table of these schemas; a partitioned table counts once, as a whole. */
export async function listTables(db: Database, schemas: string[]): Promise<WalkedTable[]> {
  const { rows } = await sql<WalkedTable>`
    select n.nspname || '.' || c.relname as name,
      (select json_agg(json_build_object('name', a.attname,
          'type', format_type(a.atttypid, a.atttypmod)) order by a.attname collate "C")
        from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      ) as columns,
      array(select a.attname::text
        from pg_index i
        join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
        where i.indrelid = c.oid and i.indisprimary
        order by array_position(i.indkey::int2[], a.attnum)
      ) as key
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any(${schemas}) and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by (n.nspname || '.' || c.relname) collate "C"
  `.execute(db.withoutPlugins())
  return rows.filter(({ name }) => !KEPT_BY_MIGRATIONS.includes(name))
}

/** Partitions, parents before children. */
export async function listPartitions(db: Database, schemas: string[]): Promise<Partition[]> {
  const { rows } = await sql<Partition>`
    select n.nspname || '.' || c.relname as name, pn.nspname || '.' || p.relname as parent,
      pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_inherits i on i.inhrelid = c.oid
    join pg_class p on p.oid = i.inhparent
    join pg_namespace pn on pn.oid = p.relnamespace
    where n.nspname = any(${schemas}) and c.relispartition and c.relkind in ('r', 'p')
    order by c.oid
  `.execute(db.withoutPlugins())
  return rows
}

export async function listSequences(db: Database, schemas: string[]): Promise<Sequence[]> {
  const { rows } = await sql<{ name: string }>`
    select n.nspname || '.' || c.relname as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any(${schemas}) and c.relkind = 'S'
    order by (n.nspname || '.' || c.relname) collate "C"
  `.execute(db.withoutPlugins())
  const all: Sequence[] = []
  for (const { name } of rows) {
    const found = await sql<Sequence>`
      select ${name}::text as name, last_value::text as "lastValue", is_called as "isCalled"
      from ${relationOf(name)}
    `.execute(db.withoutPlugins())
    all.push(...found.rows)
  }
  return all
}

/** Applied migrations, in order; empty for a database that was never migrated. */
export async function listMigrations(db: Database): Promise<string[]> {
  if (!(await isThere(db, 'public.kysely_migration'))) return []
  const { rows } = await sql<{ name: string }>`
    select name from public.kysely_migration order by name
  `.execute(db.withoutPlugins())
  return rows.map(({ name }) => name)
}

/** Schema version of the job queue; undefined when it has no tables. */
export async function readJobStoreVersion(db: Database): Promise<number | undefined> {
  if (!(await isThere(db, 'pgboss.version'))) return
  const { rows } = await sql<{ version: number }>`select version from pgboss.version`.execute(
    db.withoutPlugins(),
  )
  return rows[0]?.version
}

export async function isThere(db: Database, name: string): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass(${name}) is not null as "isThere"
  `.execute(db.withoutPlugins())
  return rows[0]?.isThere === true
}

/** Call within `atOneMoment` or after `speakPlainly`, because the checksum is of values as text. */
export async function sumTable(trx: Trx, table: WalkedTable): Promise<TableSum> {
  const { rows } = await sql<{ rows: number; checksum: string }>`
    select count(*) as rows, coalesce(sum(
      ('x' || left(encode(sha256(convert_to(${valuesOf(table)}::text, 'UTF8')), 'hex'), 16))
        ::bit(64)::bigint::numeric), 0)::text as checksum
    from ${relationOf(table.name)}
  `.execute(trx)
  const [sum = { rows: 0, checksum: '0' }] = rows
  return { rows: Number(sum.rows), checksum: sum.checksum }
}

/**
 * Yields batches of rows in key order, each row as a line of JSON: an array of column values as text. `skip`: number of
 * rows to skip because they were copied before.
 */
export async function* readLines(trx: Trx, table: WalkedTable, skip = 0): AsyncGenerator<string[]> {
  const order = table.key.length > 0 ? table.key.map((name) => sql.id(name)) : [sql.lit(1)]
  await sql`
    declare walk no scroll cursor for
    select to_json(${valuesOf(table)})::text as line from ${relationOf(table.name)}
    order by ${sql.join(table.key.length > 0 ? order : [valuesOf(table)])}
  `.execute(trx)
  if (skip > 0) await sql.raw(`move forward ${skip} from walk`).execute(trx)
  for (;;) {
    const { rows } = await sql<{ line: string }>`
      ${sql.raw(`fetch forward ${AT_ONCE} from walk`)}
    `.execute(trx)
    if (rows.length === 0) break
    yield rows.map(({ line }) => line)
  }
  await sql`close walk`.execute(trx)
}

/** Inserts lines from `readLines`. Generated columns are left out. */
export async function insertLines(trx: Trx, table: WalkedTable, lines: string[]): Promise<void> {
  if (lines.length === 0) return
  const names = table.columns.map(({ name }) => sql.id(name))
  const values = table.columns.map(
    ({ type }, at) => sql`(line ->> ${sql.lit(at)})::${sql.raw(type)}`,
  )
  await sql`
    insert into ${relationOf(table.name)} (${sql.join(names)}) overriding system value
    select ${sql.join(values)} from json_array_elements(${`[${lines.join(',')}]`}::json) as line
  `.execute(trx)
}

function valuesOf({ columns }: WalkedTable): RawBuilder<unknown> {
  return sql`array[${sql.join(columns.map(({ name }) => sql`${sql.id(name)}::text`))}]::text[]`
}

/** SQL identifier of a qualified name. */
export function relationOf(name: string): RawBuilder<unknown> {
  const [schema = '', ...rest] = name.split('.')
  return sql.id(schema, rest.join('.'))
}
