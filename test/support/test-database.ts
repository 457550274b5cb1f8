import { cpSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { inject } from 'vitest'
import type { OpenDatabase } from '#app/db/database.ts'
import { openPglite } from '#app/db/embedded.ts'
import { openDatabase } from '#app/db/open-database.ts'
import { POOL_SHARES } from '#app/server/http/pool-shares.rules.ts'
import { shareUnderWay } from '#app/server/under-way.ts'
import { embeddedFolder } from './embedded-snapshot.ts'

/** `openAgain` is what a second process sees: other connections to the same rows. */
export type TestDatabase = OpenDatabase & { openAgain: () => Promise<TestDatabase> }

let count = 0

/** A migrated, empty database of the engine this run is for. */
export async function openTestDatabase(): Promise<TestDatabase> {
  if (inject('engine') === 'embedded') return openCopyOfSnapshot()
  return openServerDatabase(await createServerDatabase())
}

async function openCopyOfSnapshot(): Promise<TestDatabase> {
  const database = await openPglite({ loadDataDir: readSnapshot() })
  // Only one process ever has it, so the second one here can only share it.
  const shared = { ...database, close: async () => {}, openAgain: async () => shared }
  return { ...database, openAgain: async () => shared }
}

/**
 * The same for a process of its own, which opens it with this address, or without one in the
 * folder.
 */
export async function prepareDatabase(dataDir: string): Promise<string | undefined> {
  if (inject('engine') === 'postgres') return createServerDatabase()
  cpSync(await embeddedFolder(), dataDir, { recursive: true })
}

function readSnapshot(): Blob {
  return new Blob([readFileSync(inject('embeddedSnapshot'))])
}

/** Makes a database on the tests' own server, migrated or with nothing in it; answers its address. */
export async function createServerDatabase(
  template: 'template_migrated' | 'template0' = 'template_migrated',
): Promise<string> {
  count += 1
  const name = `test_${process.pid}_${Date.now()}_${count}`
  const server = inject('postgresUrl')
  const admin = await openDatabase({ url: `${server}postgres`, dataDir: '' })
  await sql`create database ${sql.id(name)} template ${sql.id(template)}`.execute(admin.db)
  await admin.close()
  return `${server}${name}`
}

/** Opens a database by its address, as the server itself would. */
export async function openServerDatabase(url: string, directUrl = url): Promise<TestDatabase> {
  const shares = { ...POOL_SHARES, of: shareUnderWay }
  const database = await openDatabase({ url, directUrl, dataDir: '', shares })
  return { ...database, openAgain: () => openServerDatabase(url, directUrl) }
}
