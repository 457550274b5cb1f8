import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from './database.ts'
import { migrateJobStore } from './job-store.ts'
import { makeMonths } from './months.ts'
import { splitStatements } from './split-statements.ts'
import { isThere } from './walk.ts'

const ATTEMPTS = 10

const FOLDER = new URL('./migrations/', import.meta.url)

/** Each file in `migrations/` is one migration, applied in the order of names. It never changes once landed. */
function readMigrations(): Record<string, Migration> {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.sql'))
  return Object.fromEntries(
    files.map((file) => [
      file.replace(/\.sql$/, ''),
      {
        up: async (db) => {
          const statements = splitStatements(readFileSync(new URL(file, FOLDER), 'utf8'))
          for (const statement of statements) await sql.raw(statement).execute(db)
        },
      },
    ]),
  )
}

/**
 * Migrates the schema. Several processes may call this at once: one works and the others wait. All pending migrations
 * succeed together or not at all; the tables of the job queue follow in a transaction of their own. `newer` are
 * migrations applied by a later version of the program.
 */
export async function migrate(db: Database): Promise<{ applied: string[]; newer: string[] }> {
  return db.connection().execute(async (connection) => {
    if (await isThere(connection, 'half_filled.state')) {
      throw new Error(
        'it is only half filled: run the same `npm run restore` or `npm run move` again, which goes on where it was',
      )
    }
    // A long migration, or waiting for another process's, exceeds the ordinary statement timeout.
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`set lock_timeout = 0`.execute(connection)
    await sql`set idle_in_transaction_session_timeout = 0`.execute(connection)
    try {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await migrateFully(connection)
        } catch (error) {
          // The previous version is still serving and may take locks in another order: PostgreSQL aborts one of the two,
          // without effect.
          if (!isDeadlock(error) || attempt === ATTEMPTS) throw error
          await delay(Math.random() * attempt * 100)
        }
      }
    } finally {
      await sql`reset idle_in_transaction_session_timeout`.execute(connection)
      await sql`reset statement_timeout`.execute(connection)
      await sql`reset lock_timeout`.execute(connection)
    }
  })
}

function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '40P01'
}

async function migrateToLatest(db: Database) {
  const own = readMigrations()
  // A newer version may migrate the schema between the check and the work.
  for (let looks = 1; ; looks += 1) {
    const { applied, newer } = await findApplied(db, own)
    // The usual case. The library would inspect every column of every table first.
    if (isDeepStrictEqual(applied, Object.keys(own).toSorted())) return { applied: [], newer }
    const migrations = { ...own, ...Object.fromEntries(newer.map((name) => [name, DONE])) }
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
    const { error, results } = await migrator.migrateToLatest()
    if (!error) return { applied: (results ?? []).map(({ migrationName }) => migrationName), newer }
    const { newer: since } = await findApplied(db, own)
    if (looks > 1 || since.length === newer.length) throw error
  }
}

/** Stands for a migration that another version has applied. */
const DONE: Migration = { up: async () => {} }

/**
 * Names of applied migrations, in order. `newer` are those of a later version, which may run beside this one or have been
 * rolled back; its schema works for both. A gap among our own migrations is an error.
 */
async function findApplied(
  db: Database,
  own: Record<string, Migration>,
): Promise<{ applied: string[]; newer: string[] }> {
  const { rows: tables } =
    await sql`select where to_regclass('kysely_migration') is not null`.execute(db)
  if (tables.length === 0) return { applied: [], newer: [] }
  const { rows } = await sql<{
    name: string
  }>`select name from kysely_migration order by name`.execute(db)
  const newest = Object.keys(own).toSorted().at(-1) ?? ''
  const names = rows.map(({ name }) => name).toSorted()
  return {
    applied: names.filter((name) => name <= newest),
    newer: names.filter((name) => name > newest),
  }
}

/** Migrates a database that is being filled, on one connection. */
export async function migrateFully(
  connection: Database,
  { jobsAlone = false } = {},
): Promise<{ applied: string[]; newer: string[] }> {
  const migrated = jobsAlone ? { applied: [], newer: [] } : await migrateToLatest(connection)
  if (!jobsAlone) await makeMonths(connection, new Date())
  await migrateJobStore(connection)
  return migrated
}

/** Applies exactly these migrations to an empty database; throws when one is unknown. */
export async function migrateUpTo(connection: Database, migrations: string[]): Promise<void> {
  const own = readMigrations()
  const names = Object.keys(own).toSorted()
  const last = migrations.at(-1)
  const isKnown = migrations.every((name, index) => names[index] === name)
  if (last === undefined || !isKnown) {
    throw new Error('It was written by a newer version of the product: restore it with that one.')
  }
  const migrator = new Migrator({ db: connection, provider: { getMigrations: async () => own } })
  const { error } = await migrator.migrateTo(last)
  if (error) throw error
}
