import { cpSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { inject } from 'vitest'
import type { OpenDatabase } from '#app/db/database.ts'
import { openPglite } from '#app/db/embedded.ts'
import { openDatabase } from '#app/db/open-database.ts'
import { POOL_SHARES } from '#app/server/http/pool-shares.rules.ts'
import { shareUnderWay } from '#app/server/under-way.ts'
import { embeddedFolder } from './embedded-snapshot.ts'

/** `openAgain` opens what a second process sees: other connections to the same rows. */
export type TestDatabase = OpenDatabase & { openAgain: () => Promise<TestDatabase> }

let ofThisFile: string[] = []
let ofEarlierFiles: string[] = []

let count = 0

/** Marks the databases of earlier test files in this process as no longer needed. */
export function beginTestFile(): void {
  ofEarlierFiles = [...ofEarlierFiles, ...ofThisFile]
  ofThisFile = []
}

/** Opens a migrated, empty database on the engine of this run. */
export async function openTestDatabase(): Promise<TestDatabase> {
  if (inject('engine') === 'embedded') return openCopyOfSnapshot()
  return openServerDatabase(await createServerDatabase())
}

async function openCopyOfSnapshot(): Promise<TestDatabase> {
  const database = await openPglite({ loadDataDir: readSnapshot() })
  // Only one process can open an embedded database, so the second one of a test shares it.
  const shared = { ...database, close: async () => {}, openAgain: async () => shared }
  return { ...database, openAgain: async () => shared }
}

/** Prepares one for another process: returns its address, or undefined for an embedded one in the folder. */
export async function prepareDatabase(dataDir: string): Promise<string | undefined> {
  if (inject('engine') === 'postgres') return createServerDatabase()
  cpSync(await embeddedFolder(), dataDir, { recursive: true })
}

function readSnapshot(): Blob {
  return new Blob([readFileSync(inject('embeddedSnapshot'))])
}

/** Creates a database on the tests' server, migrated or empty; returns its address. */
export function createServerDatabase(
  template: 'template_migrated' | 'template0' = 'template_migrated',
): Promise<string> {
  return createDatabaseOn(inject('postgresUrl'), template)
}

/** Creates a database on the server at that address; returns the new database's address. */
export async function createDatabaseOn(
  server: string,
  template: 'template_migrated' | 'template0' = 'template_migrated',
): Promise<string> {
  count += 1
  const name = `test_${process.pid}_${Date.now()}_${count}`
  const admin = new pg.Client({ connectionString: `${server}postgres` })
  await admin.connect()
  for (const made of ofEarlierFiles.splice(0))
    await admin.query(`drop database ${made} with (force)`)
  // Copying the files costs half as much as writing each page to the log.
  await admin.query(`create database ${name} template ${template} strategy file_copy`)
  await admin.end()
  ofThisFile.push(name)
  return `${server}${name}`
}

/** Opens a database by its address, as the product does. */
export async function openServerDatabase(url: string, directUrl = url): Promise<TestDatabase> {
  const shares = { ...POOL_SHARES, of: shareUnderWay }
  const database = await openDatabase({ url, directUrl, dataDir: '', shares })
  return { ...database, openAgain: () => openServerDatabase(url, directUrl) }
}
