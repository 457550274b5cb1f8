import { sql } from 'kysely'
import { ADVISORY_LOCKS } from './advisory-locks.ts'
import type { Database, Trx } from './database.ts'
import type { Tables } from './tables.ts'
import { type Partition, relationOf } from './walk.ts'

/**
 * Append-only tables, partitioned by month of this column: `clicks_2027_01` and so on. `clicks_rest` takes rows without
 * a partition, for example because of a wrong clock.
 */
const TABLES_BY_MONTH = {
  clicks: 'clicked_at',
  events: 'happened_at',
  notices: 'happened_at',
} as const satisfies Partial<Record<keyof Tables, string>>
type ByMonth = keyof typeof TABLES_BY_MONTH

/** Months created ahead, so that none is missing if this does not run for weeks. */
const AHEAD = 2

type Part = {
  name: string
  /** Exclusive end; null for the default partition. */
  endsAt: Date | null
}

/** Creates upcoming monthly partitions ahead of time. Any number of processes may do so at once. */
export async function makeMonths(db: Database, now: Date): Promise<void> {
  for (const [table, column] of Object.entries(TABLES_BY_MONTH) as Array<[ByMonth, string]>) {
    await checkEarlier(db, table)
    await db.transaction().execute(async (trx) => {
      await lockMonths(trx)
      await endEarlier(trx, table)
      const parts = await findParts(trx, table)
      const latest = Math.max(...parts.map(({ endsAt }) => endsAt?.getTime() ?? 0))
      // Only the default partition exists: there is no month to continue from.
      if (latest === 0) return
      for (const month of monthsBetween(new Date(latest), now)) {
        await makeMonth(trx, table, column, month)
      }
    })
  }
}

/** Drops partitions that ended before this moment, with their rows. */
export async function dropMonthsBefore(db: Database, table: ByMonth, before: Date): Promise<void> {
  const parts = await findParts(db, table)
  const lastEnd = Math.max(...parts.map(({ endsAt }) => endsAt?.getTime() ?? 0))
  for (const { name, endsAt } of parts) {
    if (!endsAt || endsAt > before || endsAt.getTime() === lastEnd) continue
    await sql`drop table ${sql.table(name)}`.execute(db)
  }
}

/** Gives a database that is being filled the same partitions as the source. */
export async function takePartsOver(trx: Trx, parts: Partition[]): Promise<void> {
  for (const table of Object.keys(TABLES_BY_MONTH) as ByMonth[]) {
    const own = parts.filter(({ parent }) => parent === `public.${table}`)
    if (own.length === 0) continue
    // They are empty, and may have other bounds.
    for (const { name } of await findParts(trx, table)) {
      await sql`drop table ${sql.table(name)}`.execute(trx)
    }
    for (const { name, bound } of own) {
      const part = relationOf(name)
      await sql`create table ${part} partition of ${sql.table(table)} ${sql.raw(bound)}`.execute(
        trx,
      )
      await sql`alter table ${part} add primary key (id)`.execute(trx)
    }
  }
}

async function findParts(db: Database, table: ByMonth): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select part.relname as name, substring(
      pg_get_expr(part.relpartbound, part.oid) from $$TO \\('([^']+)'\\)$$
    )::timestamptz as "ends_at"
    from pg_inherits join pg_class part on part.oid = inhrelid
    where inhparent = ${table}::regclass order by 2 nulls last`.execute(db)
  return rows
}

async function lockMonths(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.months})`.execute(trx)
}

/** Validates the constraint on rows from before partitioning, while others keep writing. */
async function checkEarlier(db: Database, table: ByMonth): Promise<void> {
  if (!(await isUnchecked(db, table))) return
  await db.transaction().execute(async (trx) => {
    // A process that started earlier may already have finished this.
    await lockMonths(trx)
    if (!(await isUnchecked(trx, table))) return
    const [earlier, ends] = [sql.table(`${table}_earlier`), sql.id(endsOf(table))]
    await sql`alter table ${earlier} validate constraint ${ends}`.execute(trx)
  })
}

async function isUnchecked(db: Database, table: ByMonth): Promise<boolean> {
  const { rows } = await sql`
    select from pg_constraint where conname = ${endsOf(table)} and not convalidated`.execute(db)
  return rows.length > 0
}

/** Name of the constraint that bounds the rows from before partitioning. */
function endsOf(table: ByMonth): string {
  return `${table}_earlier_ends`
}

/** Attaches the validated old rows as the partition before the first month, without another scan. */
async function endEarlier(trx: Trx, table: ByMonth): Promise<void> {
  const ends = endsOf(table)
  const { rows } = await sql<{ first: string }>`
    select substring(pg_get_constraintdef(oid) from $$'([^']+)'$$) as first
    from pg_constraint where conname = ${ends} and convalidated`.execute(trx)
  const first = rows[0]?.first
  if (first === undefined) return
  const [all, earlier] = [sql.table(table), sql.table(`${table}_earlier`)]
  await sql`alter table ${all} detach partition ${earlier}`.execute(trx)
  await sql`
    alter table ${all} attach partition ${earlier} for values from (minvalue) to (${sql.lit(first)})
  `.execute(trx)
  await sql`alter table ${earlier} drop constraint ${sql.id(ends)}`.execute(trx)
  const rest = sql.table(`${table}_rest`)
  await sql`create table ${rest} partition of ${all} default`.execute(trx)
}

/** Creates a month, moves its rows from the default partition, and attaches it. */
async function makeMonth(
  trx: Trx,
  table: ByMonth,
  column: string,
  { name, from, to }: { name: string; from: string; to: string },
): Promise<void> {
  const [all, month, at] = [sql.table(table), sql.table(`${table}_${name}`), sql.ref(column)]
  await sql`
    create table ${month} (like ${all} including defaults including constraints)
  `.execute(trx)
  await sql`alter table ${month} add primary key (id)`.execute(trx)
  await sql`
    with moved as (
      delete from ${sql.table(`${table}_rest`)}
      where ${at} >= ${from}::timestamptz and ${at} < ${to}::timestamptz returning *
    ) insert into ${month} select * from moved`.execute(trx)
  await sql`
    alter table ${all} attach partition ${month}
    for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(trx)
}

/** Months in UTC, from this start of a month until there are enough ahead of now. */
function monthsBetween(first: Date, now: Date) {
  const months: Array<{ name: string; from: string; to: string }> = []
  const [year, month] = [first.getUTCFullYear(), first.getUTCMonth()]
  const last = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + AHEAD)
  for (let count = 0; ; count += 1) {
    const from = new Date(Date.UTC(year, month + count))
    if (from.getTime() > last) return months
    const to = new Date(Date.UTC(year, month + count + 1))
    const name = from.toISOString().slice(0, 7).replace('-', '_')
    months.push({ name, from: from.toISOString(), to: to.toISOString() })
  }
}
