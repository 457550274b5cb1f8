import { CompiledQuery, sql } from 'kysely'
import { type ConstructorOptions, type Db, fromKysely, PgBoss } from 'pg-boss'
import { ADVISORY_LOCKS } from './advisory-locks.ts'
import type { Database, OpenDatabase, Trx } from './database.ts'
import { splitStatements } from './split-statements.ts'

/** `listen` is only needed for working jobs; for enqueuing them the database is enough. */
export type JobDatabase = Pick<OpenDatabase, 'db'> & Partial<Pick<OpenDatabase, 'listen'>>

/** pg-boss on our own connections, in its own schema. Does nothing until started. */
export function openJobStore(database: JobDatabase, options: ConstructorOptions): PgBoss {
  const nothingByItself = { supervise: false, schedule: false }
  return new PgBoss({ ...nothingByItself, ...options, db: jobDatabase(database) })
}

/** Lets pg-boss run statements within a transaction. */
export function inTransaction(trx: Trx): Db {
  return fromKysely(trx.withoutPlugins())
}

/**
 * Migrates the tables of pg-boss to the installed version, on one connection. Several processes may call it at once: one
 * works and the others wait.
 */
export async function migrateJobStore(connection: Database): Promise<void> {
  await sql`select pg_advisory_lock(${ADVISORY_LOCKS.jobStore})`.execute(connection)
  try {
    await bringUpToDate(connection)
  } finally {
    await sql`select pg_advisory_unlock(${ADVISORY_LOCKS.jobStore})`.execute(connection)
  }
}

async function bringUpToDate(db: Database) {
  const store = openJobStore({ db }, { migrate: true })
  const failures: unknown[] = []
  store.on('error', (error) => failures.push(error))
  await store.start()
  await store.stop({ close: false, graceful: false })
  if (failures.length > 0) throw failures[0]
}

function jobDatabase({ db, listen }: JobDatabase): Db {
  const plain = db.withoutPlugins()
  return {
    executeSql: (text, values = []) =>
      plain
        .connection()
        .execute((connection) =>
          values.length > 0
            ? fromKysely(connection).executeSql(text, values)
            : executeScript(connection, text),
        ),
    ...(listen && {
      listen: async (channel, onNotification, onReconnect) => {
        await listen(channel, onNotification, (isListening) => {
          if (isListening) onReconnect()
        })
        // The listening connection is shared, and closes with the database.
        return { close: async () => {} }
      },
    }),
  }
}

/** Runs several statements, often a whole transaction; the embedded engine takes one at a time. */
async function executeScript(connection: Database, text: string) {
  const statements = splitStatements(text)
  const rows: unknown[] = []
  try {
    for (const statement of statements) {
      rows.push(...(await fromKysely(connection).executeSql(statement)).rows)
    }
  } catch (error) {
    // Do not leave a broken transaction to the next borrower of this connection.
    if (statements.length > 1) await connection.executeQuery(CompiledQuery.raw('rollback'))
    throw error
  }
  return { rows }
}
