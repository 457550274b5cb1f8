import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { ADVISORY_LOCKS } from './advisory-locks.ts'
import type { Database, OpenDatabase, Trx } from './database.ts'
import { migrateFully, migrateUpTo } from './migrate.ts'
import { takePartsOver } from './months.ts'
import {
  insertLines,
  isThere,
  listTables,
  type Partition,
  readJobStoreVersion,
  relationOf,
  type Sequence,
  speakPlainly,
  sumTable,
  type TableSum,
  type WalkedTable,
} from './walk.ts'

/** Source of a fill: a backup, or a snapshot of another database. */
type FillSource = {
  /** Identifies the backup or move: only the same one may resume an interrupted fill. */
  id: string
  migrations: string[]
  /** Schema version of the job queue, if jobs are copied too. */
  jobStoreVersion?: number | undefined
  partitions: Partition[]
  tables: Array<WalkedTable & TableSum>
  sequences: Sequence[]
  /** Lines of a table, after the first `skip` lines. */
  read: (table: WalkedTable, skip: number) => AsyncIterable<string[]>
}

type OnFilled = (progress: { table: string; done: number; of: number }) => void

type Filling = {
  onProgress?: OnFilled
  /** Runs last, in the transaction that releases the database for use. */
  finish?: (trx: Trx) => Promise<void>
}

const STATE = 'half_filled'
const LOCK_TRIES = 20

/**
 * Fills an empty database. When killed, it resumes if called again with the same source; until it is complete, no server
 * starts on the database. Throws when the database is not empty, and when the checksums of source and target
 * differ.
 */
export async function fillDatabase(
  target: Pick<OpenDatabase, 'db'>,
  source: FillSource,
  { onProgress = () => {}, finish }: Filling = {},
): Promise<void> {
  await unhurried(target.db, async (connection) => {
    const db = connection.withoutPlugins()
    await lock(db)
    try {
      await begin(db, source)
      if ((await readPhase(db)) !== 'filled') {
        await migrateUpTo(connection, source.migrations)
        await prepare(connection, source)
        for (const table of source.tables) await fillTable(db, source, table, onProgress)
        await compare(db, source)
        await putBack(db, source)
      }
      await open(connection, finish)
    } finally {
      await sql`select pg_advisory_unlock(${ADVISORY_LOCKS.fill})`.execute(db)
    }
  })
}

/** Runs work on one connection without timeouts, for rebuilding keys and waiting for locks. */
async function unhurried(db: Database, work: (connection: Database) => Promise<void>) {
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`set lock_timeout = 0`.execute(connection)
    try {
      await work(connection)
    } finally {
      await sql`reset statement_timeout`.execute(connection)
      await sql`reset lock_timeout`.execute(connection)
    }
  })
}

/** Whether a database has an unfinished restore or move. */
export async function isHalfFilled(db: Database): Promise<boolean> {
  return isThere(db, `${STATE}.state`)
}

export async function isEmpty(db: Database): Promise<boolean> {
  return !(await isHalfFilled(db)) && (await listTables(db, ['public', 'pgboss'])).length === 0
}

/** Throws while a server is connected. The embedded database has a lock for that. */
export async function requireNoServer(db: Database): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name = 'nouveau-listen'
  `.execute(db)
  if (Number(rows[0]?.count) > 0) {
    throw new Error('A server is at work on this database: stop it first.')
  }
}

/** Deletes everything in a database. Throws while a server is connected. */
export async function emptyDatabase(db: Database): Promise<void> {
  await requireNoServer(db)
  await db.transaction().execute(async (trx) => {
    for (const schema of [STATE, 'pgboss', 'public']) {
      await sql.raw(`drop schema if exists ${schema} cascade`).execute(trx)
    }
    await sql.raw('create schema public').execute(trx)
  })
}

/**
 * Starts a fill by another program: until `finishElsewhere`, no server starts on the database. Returns true when the same
 * fill had been started before.
 */
export async function beginElsewhere(db: Database, id: string): Promise<boolean> {
  const hasBegun = await isHalfFilled(db)
  await begin(db.withoutPlugins(), { id })
  return hasBegun
}

/** Migrates the schema, and runs `finish` in the transaction that releases the database for use. */
export async function finishElsewhere(
  db: Database,
  finish: (trx: Trx) => Promise<void>,
): Promise<void> {
  await unhurried(db, (connection) => open(connection, finish))
}

/** Compares every table with its checksum in the source; throws with the names of those that differ. */
export async function compare(db: Database, { tables }: Pick<FillSource, 'tables'>): Promise<void> {
  const different = await db
    .withoutPlugins()
    .transaction()
    .execute(async (trx) => {
      await speakPlainly(trx)
      const found: string[] = []
      for (const table of tables) {
        const { rows, checksum } = await sumTable(trx, table)
        if (rows !== table.rows || checksum !== table.checksum) {
          found.push(`${table.name} (${rows} rows of ${table.rows})`)
        }
      }
      return found
    })
  if (different.length > 0) {
    throw new Error(`What has arrived is not what was sent: ${different.join(', ')}.`)
  }
}

async function lock(db: Database): Promise<void> {
  for (let tries = 0; tries < LOCK_TRIES; tries += 1) {
    const { rows } = await sql<{ isOurs: boolean }>`
      select pg_try_advisory_lock(${ADVISORY_LOCKS.fill}) as "isOurs"
    `.execute(db)
    if (rows[0]?.isOurs) return
    // The database takes a moment to notice that a client was killed.
    await delay(500)
  }
  throw new Error('This database is being filled by another process.')
}

async function begin(db: Database, { id }: { id: string }): Promise<void> {
  if (await isHalfFilled(db)) {
    const { rows } = await sql<{ id: string }>`
      select id from ${relationOf(`${STATE}.state`)}
    `.execute(db)
    if (rows[0]?.id === id) return
    throw new Error(
      'This database is half filled by another restore or move. Go on with that one, or make a new database.',
    )
  }
  if (!(await isEmpty(db))) {
    throw new Error('This database is not empty: it has tables already.')
  }
  await db.transaction().execute(async (trx) => {
    await sql.raw(`create schema ${STATE}`).execute(trx)
    await sql
      .raw(`create table ${STATE}.state (id text primary key, phase text not null)`)
      .execute(trx)
    await sql
      .raw(`create table ${STATE}.tables (name text primary key, rows bigint not null)`)
      .execute(trx)
    await sql
      .raw(`create table ${STATE}.later (position serial primary key, statement text not null)`)
      .execute(trx)
    await sql`insert into ${relationOf(`${STATE}.state`)} values (${id}, 'begun')`.execute(trx)
  })
}

/** Drops constraints that would refuse rows in arbitrary order, and records how to recreate them. */
async function prepare(connection: Database, source: FillSource): Promise<void> {
  const db = connection.withoutPlugins()
  if ((await readPhase(db)) !== 'begun') return
  if (source.jobStoreVersion !== undefined) {
    await migrateFully(connection, { jobsAlone: true })
    if ((await readJobStoreVersion(db)) !== source.jobStoreVersion) {
      throw new Error(
        'The jobs there were written by another version: start the server once as it is now, stop it, and try again.',
      )
    }
  }
  await db.transaction().execute(async (trx) => {
    await takePartsOver(trx, source.partitions)
    const later = await sql<{ before: string; after: string }>`
      select format('alter table %s drop constraint %I', conrelid::regclass, conname) as before,
        format('alter table %s add constraint %I %s', conrelid::regclass, conname,
          pg_get_constraintdef(oid)) as after
      from pg_constraint
      where contype = 'f' and conparentid = 0
        and connamespace in (select oid from pg_namespace where nspname in ('public', 'pgboss'))
      union all
      select format('alter table %s disable trigger %I', tgrelid::regclass, tgname),
        format('alter table %s enable trigger %I', tgrelid::regclass, tgname)
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
        join pg_namespace n on n.oid = c.relnamespace
      where not tgisinternal and tgenabled = 'O' and tgparentid = 0
        and nspname in ('public', 'pgboss')
    `.execute(trx)
    for (const { before, after } of later.rows) {
      await sql.raw(before).execute(trx)
      await sql`insert into ${relationOf(`${STATE}.later`)} (statement) values (${after})`.execute(
        trx,
      )
    }
    // Rows inserted by migrations are part of the source.
    for (const { name } of source.tables) await sql`delete from ${relationOf(name)}`.execute(trx)
    await setPhase(trx, 'prepared')
  })
}

async function fillTable(
  db: Database,
  source: FillSource,
  table: WalkedTable & TableSum,
  onProgress: OnFilled,
): Promise<void> {
  const { rows } = await sql<{ rows: number }>`
    select rows from ${relationOf(`${STATE}.tables`)} where name = ${table.name}
  `.execute(db)
  let done = Number(rows[0]?.rows ?? 0)
  if (done >= table.rows) return
  for await (const lines of source.read(table, done)) {
    done += lines.length
    await db.transaction().execute(async (trx) => {
      await speakPlainly(trx)
      await insertLines(trx, table, lines)
      await sql`
        insert into ${relationOf(`${STATE}.tables`)} values (${table.name}, ${done})
        on conflict (name) do update set rows = excluded.rows
      `.execute(trx)
    })
    onProgress({ table: table.name, done, of: table.rows })
  }
}

/** Recreates what `prepare` dropped, which checks every reference again. */
async function putBack(db: Database, source: FillSource): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const later = await sql<{ statement: string }>`
      select statement from ${relationOf(`${STATE}.later`)} order by position
    `.execute(trx)
    for (const { statement } of later.rows) await sql.raw(statement).execute(trx)
    for (const { name, lastValue, isCalled } of source.sequences) {
      await sql`select setval(${name}::regclass, ${lastValue}::bigint, ${isCalled})`.execute(trx)
    }
    await setPhase(trx, 'filled')
  })
}

/** Migrates the database; its last step releases it to servers. */
async function open(connection: Database, finish: Filling['finish']): Promise<void> {
  await migrateFully(connection)
  await connection.transaction().execute(async (trx) => {
    await finish?.(trx)
    await sql.raw(`drop schema ${STATE} cascade`).execute(trx)
  })
  await sql`analyze`.execute(connection)
}

type Phase = 'begun' | 'prepared' | 'filled'

async function readPhase(db: Database): Promise<Phase | undefined> {
  const { rows } = await sql<{ phase: Phase }>`
    select phase from ${relationOf(`${STATE}.state`)}
  `.execute(db)
  return rows[0]?.phase
}

async function setPhase(trx: Trx, phase: Phase): Promise<void> {
  await sql`update ${relationOf(`${STATE}.state`)} set phase = ${phase}`.execute(trx)
}
