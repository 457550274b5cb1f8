import type { OpenDatabase } from '#app/db/database.ts'
import { hasEmbedded } from '#app/db/embedded.ts'
import { isHalfFilled } from '#app/db/fill.ts'
import { openDatabase } from '#app/db/open-database.ts'
import { checkConnections } from '#app/db/pooler.ts'
import { openPostgres } from '#app/db/postgres.ts'
import { listMigrations } from '#app/db/walk.ts'
import type { Config } from '#app/server/config/config.ts'

/**
 * Prints which database a command is about to change. Returns its direct URL, past any pooler, or undefined
 * for the embedded one. Throws if the two settings lead to different databases, as when only one was changed
 * for a restore. Names do not tell, because a restored server has the same ones: a notification sent through
 * one connection has to arrive on the other.
 */
export async function nameDatabase({ database, dataDir }: Config): Promise<string | undefined> {
  const { url, directUrl } = database
  if (!url || !directUrl) {
    console.error(`Database: the embedded one in ${dataDir}`)
    return
  }
  nameServer(directUrl)
  if (url === directUrl) return directUrl
  const both = await openPostgres({ url, directUrl, connections: 1, isPatient: true })
  try {
    await checkConnections(both)
  } catch (error) {
    throw new Error(
      `DATABASE_LISTEN_URL leads there, and DATABASE_URL to ${placeOf(url)}. Whether that is the same database ` +
        'is not certain, so nothing was done. Set both to the one that is meant, or DATABASE_URL to its server itself and DATABASE_LISTEN_URL to nothing. ' +
        `(${error instanceof Error ? error.message : error})`,
    )
  } finally {
    await both.close()
  }
  return directUrl
}

export type Target = { url: string | undefined; dataDir: string }

/**
 * Opens an existing database for a command. Throws if there is none and creates nothing: opening an empty or
 * misspelt place would start a new club there.
 */
export async function openClub(target: Target): Promise<OpenDatabase> {
  if (!target.url && !hasEmbedded(target.dataDir)) throw new Error(noRecordsIn(target))
  const database = await openDatabase({ ...target, isPatient: true })
  try {
    // For a half-finished restore `migrate` reports the error.
    const isThere = (await listMigrations(database.db)).length > 0
    if (isThere || (await isHalfFilled(database.db))) return database
    throw new Error(noRecordsIn(target))
  } catch (error) {
    await database.close()
    throw error
  }
}

function noRecordsIn({ url, dataDir }: Target): string {
  return `There are no records in ${url ? placeOf(url) : dataDir}: no club was ever started on it.`
}

/** Prints the database for a URL given on the command line. */
export function nameServer(url: string): void {
  console.error(`Database: ${placeOf(url)}`)
}

/** A database as text, without user and password. */
export function placeOf(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url)
  const host = decodeURIComponent(hostname) || searchParams.get('host') || 'localhost'
  return `${decodeURIComponent(pathname.slice(1))} at ${host}:${port || 5432}`
}
