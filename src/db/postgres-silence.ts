import type { Socket } from 'node:net'
import pg from 'pg'

/** Longer than a statement should take. */
const SILENCE_MS = 5000
const ANSWER_MS = 2000

/**
 * A line that swallows everything, or a machine that hangs, would keep a statement waiting for as
 * long as the operating system hopes, and its place in the pool with it. When a connection in use
 * has been silent for a while, another one asks whether the server is still at work for it; if not,
 * it is dropped, and what waits for it fails as when the database is away. A long migration goes on.
 */
export function dropDeadConnections(pool: pg.Pool, url: string): void {
  const inUse = new Set<pg.PoolClient>()
  pool.on('acquire', (client) => inUse.add(client))
  pool.on('release', (_error, client) => inUse.delete(client))
  pool.on('remove', (client) => inUse.delete(client))
  pool.on('connect', (client) => {
    const stream = client.connection.stream as Socket
    // Known from the first message on, though the types do not say so.
    const { processID } = client as pg.PoolClient & { processID: number }
    stream.setTimeout(SILENCE_MS)
    stream.on('timeout', async () => {
      if (!inUse.has(client) || (await isAtWork(url, processID))) stream.setTimeout(SILENCE_MS)
      else stream.destroy()
    })
  })
}

async function isAtWork(url: string, processId: number): Promise<boolean> {
  const other = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    application_name: 'nouveau-silence',
  })
  other.on('error', () => {})
  try {
    await other.connect()
    const { rowCount } = await other.query(
      `select from pg_stat_activity where pid = $1 and state <> 'idle'`,
      [processId],
    )
    return rowCount === 1
  } catch (error) {
    // A server with no room for one more question is there.
    return error instanceof pg.DatabaseError
  } finally {
    other.connection.stream.destroy()
  }
}
