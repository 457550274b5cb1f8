import fs, { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { PGlite, type PGliteOptions, types } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { Kysely } from 'kysely'
import { camelCase, type OnStatement, type OpenDatabase, tellStatements } from './database.ts'
import { EmbeddedDialect } from './embedded-dialect.ts'
import { EMBEDDED_FOLDER, EMPTY_DATABASE } from './embedded-folder.ts'
import { requireNotMoved } from './moved.ts'
import type { Tables } from './tables.ts'

const LOCK_FILE = 'in-use.lock'

// PGlite's own start parameters, but without -F (fsync off) and with a synchronously written WAL: a committed row has
// reached the operating system before the caller is answered.
const START_PARAMS = [
  '--single',
  '-O',
  '-j',
  ...['search_path=public', 'exit_on_error=false', 'log_checkpoints=false'].flatMap(setting),
  ...['max_worker_processes=0', 'max_parallel_workers=0'].flatMap(setting),
  ...['max_parallel_workers_per_gather=0', 'max_parallel_maintenance_workers=0'].flatMap(setting),
  // A quarter of the usual, because files are read through the system's cache anyway.
  ...['shared_buffers=32MB'].flatMap(setting),
  ...['io_method=sync', 'wal_sync_method=open_datasync'].flatMap(setting),
]

function setting(value: string) {
  return ['-c', value]
}

/**
 * Opens PostgreSQL 18 in this process. Throws when another process has the folder open, because two would silently lose
 * each other's rows, and when its records have been moved to another database, unless opened for that move.
 */
export async function openEmbedded(
  dataDir: string,
  {
    onStatement,
    isMoving = false,
  }: { onStatement?: OnStatement | undefined; isMoving?: boolean } = {},
): Promise<OpenDatabase> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (!isMoving) requireNotMoved(dataDir)
  const unlock = lockFolder(dataDir)
  try {
    const folder = path.join(dataDir, EMBEDDED_FOLDER)
    if (!existsSync(path.join(folder, 'PG_VERSION'))) await putDatabase(folder)
    const pglite = await createPglite({ dataDir: folder, startParams: START_PARAMS })
    return wrapPglite(pglite, unlock, undefined, onStatement)
  } catch (error) {
    unlock()
    throw error
  }
}

/** Copies the empty database atomically; an interrupted copy is started over. */
async function putDatabase(folder: string): Promise<void> {
  const part = `${folder}.part`
  rmSync(part, { recursive: true, force: true })
  if (existsSync(EMPTY_DATABASE)) cpSync(EMPTY_DATABASE, part, { recursive: true })
  else await makeDatabase(part)
  fs.chmodSync(part, 0o700)
  renameSync(part, folder)
}

/** Creates a database folder. Takes seconds and, meanwhile, the memory of two engines. */
export async function makeDatabase(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  await (await createPglite({ dataDir: folder, startParams: START_PARAMS })).close()
}

/** Whether a folder has a database, without creating one. Throws when this user lacks permission to check. */
export function hasEmbedded(dataDir: string): boolean {
  try {
    return fs.statSync(path.join(dataDir, EMBEDDED_FOLDER)).isDirectory()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return false
    throw new Error(`DATA_DIR, which is ${dataDir}, may not be read by this user (${code}).`)
  }
}

/** Whether a process has it open. */
export function isInUse(dataDir: string): boolean {
  if (!existsSync(path.join(dataDir, LOCK_FILE))) return false
  try {
    lockFolder(dataDir)()
    return false
  } catch {
    return true
  }
}

/** Renames the database folder, so that there is none; returns its new name. */
export function setEmbeddedAside(dataDir: string, at = new Date()): string {
  const unlock = lockFolder(dataDir)
  try {
    const folder = path.join(dataDir, EMBEDDED_FOLDER)
    const aside = `${folder}.before-${at.toISOString().replaceAll(':', '-')}`
    renameSync(folder, aside)
    return aside
  } finally {
    unlock()
  }
}

/** Opens PGlite without our folder and lock; tests use it in memory. */
export async function openPglite(
  options: PGliteOptions,
  onClosed: () => void = () => {},
): Promise<OpenDatabase> {
  return wrapPglite(await createPglite(options), onClosed)
}

export function createPglite(options: PGliteOptions): Promise<PGlite> {
  // A date is text (YYYY-MM-DD), not a moment in some time zone.
  return PGlite.create({
    ...options,
    // Extensions that the search needs.
    extensions: { pg_trgm, unaccent },
    parsers: { [types.DATE]: (day: string) => day },
  })
}

/** `longestWaitMs`: how long a statement waits for another transaction before it fails. */
export function wrapPglite(
  pglite: PGlite,
  onClosed: () => void = () => {},
  longestWaitMs?: number,
  onStatement?: OnStatement,
): OpenDatabase {
  const db = new Kysely<Tables>({
    dialect: new EmbeddedDialect({ pglite, yieldTurn: () => nextTurn(), longestWaitMs }),
    plugins: [camelCase()],
    ...tellStatements(onStatement),
  })
  return {
    db,
    // There is only one connection, for requests and jobs alike.
    work: db,
    engine: 'embedded',
    listen: async (channel, onMessage, onGap) => {
      await pglite.listen(channel, onMessage)
      onGap(true)
    },
    close: async () => {
      await db.destroy()
      if (!pglite.closed) await pglite.close()
      onClosed()
    },
  }
}

/**
 * Locks the folder for this process until the returned function is called or the process ends. The operating system
 * releases the lock of a killed process, unlike a pid file. SQLite is only used as a portable exclusive file lock.
 */
function lockFolder(dataDir: string): () => void {
  const lock = new DatabaseSync(path.join(dataDir, LOCK_FILE))
  try {
    lock.exec('pragma locking_mode = exclusive; pragma busy_timeout = 0; begin exclusive')
  } catch {
    lock.close()
    throw new Error(
      `The embedded database in ${dataDir} is in use by another process. Stop that process first, ` +
        'choose another DATA_DIR, or set DATABASE_URL to share a PostgreSQL server.',
    )
  }
  return () => lock.close()
}
