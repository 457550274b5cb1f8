import type { OpenDatabase } from '#app/db/database.ts'
import { hasEmbedded } from '#app/db/embedded.ts'
import { isHalfFilled } from '#app/db/fill.ts'
import { openDatabase } from '#app/db/open-database.ts'
import { checkConnections } from '#app/db/pooler.ts'
import { openPostgres } from '#app/db/postgres.ts'
import { listMigrations } from '#app/db/walk.ts'
import type { Config } from '#app/server/config/config.ts'

/**
 * The address of the database that a command is about to act on, past any pooler; undefined for the
 * embedded one. It says which one that is. Throws when the two settings lead to two databases, as when
 * only one of them was changed for a restore: names do not tell, a recovered server has them all.
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
 * For a command that acts on what is there: to open an empty place, or one that was misspelt, would begin
 * a new club in it. Throws where there is none, and leaves that place as it is.
 */
export async function openClub(target: Target): Promise<OpenDatabase> {
  if (!target.url && !hasEmbedded(target.dataDir)) throw new Error(noRecordsIn(target))
  const database = await openDatabase({ ...target, isPatient: true })
  try {
    // Of one that a restore has half filled `migrate` says so.
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

/** For an address that was typed, which is the only one. */
export function nameServer(url: string): void {
  console.error(`Database: ${placeOf(url)}`)
}

/** Without user and password. */
export function placeOf(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url)
  const host = decodeURIComponent(hostname) || searchParams.get('host') || 'localhost'
  return `${decodeURIComponent(pathname.slice(1))} at ${host}:${port || 5432}`
}
