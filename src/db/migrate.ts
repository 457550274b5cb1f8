import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from './database.ts'

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

/** Statements end in a semicolon at the end of a line; function bodies stand between `$$` marks. */
export function splitStatements(text: string): string[] {
  const statements: string[] = []
  let current = ''
  let isInBody = false
  for (const line of text.split('\n')) {
    if (!isInBody && line.trimStart().startsWith('--')) continue
    if (line.split('$$').length % 2 === 0) isInBody = !isInBody
    current += `${line}\n`
    if (!isInBody && line.trimEnd().endsWith(';')) {
      statements.push(current.trim())
      current = ''
    }
  }
  if (current.trim() !== '') statements.push(current.trim())
  return statements
}

/**
 * Brings the schema up to date. Several processes may call this at once: one works, the others
 * wait for it. All pending migrations succeed together or not at all.
 */
export async function migrate(db: Database): Promise<{ applied: string[] }> {
  return db.connection().execute(async (connection) => {
    // A long migration, and the wait for somebody else's, outlast the limit of ordinary statements.
    await sql`set statement_timeout = 0`.execute(connection)
    try {
      return await migrateToLatest(connection)
    } finally {
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}

async function migrateToLatest(db: Database) {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => readMigrations() } })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error
  return { applied: (results ?? []).map((result) => result.migrationName) }
}
