import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from './database.ts'
import { migrateJobStore } from './job-store.ts'
import { splitStatements } from './split-statements.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

/**
 * Each file of `migrations/` is one migration, in the order of its name, and never changes once
 * landed.
 */
function readMigrations(): Record<string, Migration> {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.sql'))
  return Object.fromEntries(
    files.map((file) => {
      const statements = splitStatements(readFileSync(new URL(file, FOLDER), 'utf8'))
      return [
        file.replace(/\.sql$/, ''),
        {
          up: async (db) => {
            for (const statement of statements) await sql.raw(statement).execute(db)
          },
        },
      ]
    }),
  )
}

/**
 * Brings the schema up to date. Several processes may call this at once: one works, the others
 * wait for it. All pending migrations succeed together or not at all; the tables of the job queue
 * follow, in a transaction of their own.
 */
export async function migrate(db: Database): Promise<{ applied: string[] }> {
  return db.connection().execute(async (connection) => {
    // A long migration, and the wait for somebody else's, outlast the limit of ordinary statements.
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`set lock_timeout = 0`.execute(connection)
    try {
      const migrated = await migrateToLatest(connection)
      await migrateJobStore(connection)
      return migrated
    } finally {
      await sql`reset statement_timeout`.execute(connection)
      await sql`reset lock_timeout`.execute(connection)
    }
  })
}

async function migrateToLatest(db: Database) {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => readMigrations() } })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error
  return { applied: (results ?? []).map((result) => result.migrationName) }
}
