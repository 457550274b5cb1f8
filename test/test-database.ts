import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { type OpenDatabase, openDatabase } from '#app/db/database.ts'
import { openPglite } from '#app/db/embedded.ts'

/** `openAgain` is what a second process sees: other connections to the same rows. */
export type TestDatabase = OpenDatabase & { openAgain: () => Promise<TestDatabase> }

let count = 0

/** A migrated, empty database of the engine this run is for. */
export async function openTestDatabase(): Promise<TestDatabase> {
  if (inject('engine') === 'embedded') return openCopyOfSnapshot()
  return openServerDatabase(await createServerDatabase('template_migrated'))
}

async function openCopyOfSnapshot(): Promise<TestDatabase> {
  const snapshot = new Blob([readFileSync(inject('embeddedSnapshot'))])
  const database = await openPglite({ loadDataDir: snapshot })
  // Only one process ever has it, so the second one here can only share it.
  const shared = { ...database, close: async () => {}, openAgain: async () => shared }
  return { ...database, openAgain: async () => shared }
}

/** Makes a database on the tests' own server and answers its address. */
export async function createServerDatabase(template = 'template0'): Promise<string> {
  count += 1
  const name = `test_${process.pid}_${Date.now()}_${count}`
  const server = inject('postgresUrl')
  const admin = await openDatabase({ url: `${server}postgres`, dataDir: '' })
  await sql`create database ${sql.id(name)} template ${sql.id(template)}`.execute(admin.db)
  await admin.close()
  return `${server}${name}`
}

/** Opens a database by its address, as the server itself would. */
export async function openServerDatabase(url: string): Promise<TestDatabase> {
  const database = await openDatabase({ url, dataDir: '' })
  return { ...database, openAgain: () => openServerDatabase(url) }
}
