import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { migrate } from '#app/db/migrate.ts'
import { openDatabase } from '#app/db/open-database.ts'
import { findPostgres } from '#scripts/tests/needs.ts'
import { freePort } from '#test/support/free-port.ts'

/**
 * Starts a PostgreSQL server for the tests, in a temporary folder on a free port of loopback. A database name
 * goes at the end of `url` and of `socketUrl`; the latter connects through the socket in the folder, where a
 * statement takes two thirds of the work. With `keepsRows` it waits for the disk, as in production.
 */
export async function startPostgres({
  keepsRows = false,
} = {}): Promise<{ url: string; socketUrl: string; stop: () => Promise<void> }> {
  const bin = findPostgres()
  if (!bin) throw new Error('The tests need a PostgreSQL server: install postgresql (15 or newer).')
  const folder = mkdtempSync(path.join(tmpdir(), 'nouveau-postgres-'))
  // The server refuses to run as root, so root starts it as another user.
  const owner = ownerOfServers()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const data = path.join(folder, 'data')
  execFileSync(
    path.join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    {
      ...owner,
      stdio: 'ignore',
    },
  )
  const port = await freePort()
  const server = spawn(
    path.join(bin, 'postgres'),
    ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, ...settings(keepsRows)],
    { ...owner, stdio: 'ignore' },
  )
  const url = `postgres://postgres@127.0.0.1:${port}/`
  await untilReachable(`${url}postgres`)
  return {
    url,
    socketUrl:
      folder.length <= LONGEST_SOCKET_FOLDER
        ? `postgres://postgres@${encodeURIComponent(folder)}:${port}/`
        : url,
    stop: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The operating system limits socket paths to 107 characters, including the file name. */
const LONGEST_SOCKET_FOLDER = 85

/** Starts a server with a migrated database, `template_migrated`, to be copied. */
export async function startMigratedPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const { socketUrl: url, stop } = await startPostgres()
  const admin = await openDatabase({ url: `${url}postgres`, dataDir: '' })
  await sql`create database template_migrated`.execute(admin.db)
  await admin.close()
  const template = await openDatabase({ url: `${url}template_migrated`, dataDir: '' })
  await migrate(template.db)
  await template.close()
  return { url, stop }
}

/** Enough connections for every worker's pools; a replica needs at least as many as its primary. */
export const ROOM = `max_connections=${100 + 60 * availableParallelism()}`

/** Durability is off by default: no test data has to survive a crash of the machine. */
function settings(keepsRows: boolean): string[] {
  const all = [ROOM]
  for (const safe of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    all.push(`${safe}=${keepsRows ? 'on' : 'off'}`)
  }
  return all.flatMap((setting) => ['-c', setting])
}

/** The user that servers run as when we are root, which PostgreSQL refuses; otherwise undefined. */
export function ownerOfServers(): { uid: number; gid: number } | undefined {
  return process.getuid?.() === 0 ? userIds('postgres') : undefined
}

function userIds(name: string) {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/**
 * Waits until a server accepts connections. Throws with the name in `what` when it does not start in time.
 */
export async function untilReachable(url: string, what = 'PostgreSQL server') {
  for (let tries = 0; tries < 100; tries += 1) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await delay(100)
    }
  }
  throw new Error(`The ${what} of the tests did not start.`)
}
