import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import {
  camelCase,
  type Notified,
  type OnStatement,
  type OpenDatabase,
  tellStatements,
} from './database.ts'
import type { Tables } from './tables.ts'

// count(*) and bigint arrive as text by default; both engines shall agree on numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// A calendar day is text, not a moment in some time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)

const RECONNECT_MS = 1000
/** Nothing is answered from a cache for longer than two of these after the line has died. */
const HEARTBEAT_MS = 3000

export async function openPostgres(
  url: string,
  { onStatement }: { onStatement?: OnStatement | undefined } = {},
): Promise<OpenDatabase> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 2000,
    statement_timeout: 15_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'nouveau',
  })
  // An idle connection may break at any time; the pool replaces it, nobody needs to crash.
  let broken = 0
  pool.on('error', () => {
    broken += 1
  })
  // The same while it is lent: its query fails by itself, and the event must not end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  dropDeadConnections(pool, url)
  const listener = createListener(url)
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [camelCase()],
    ...tellStatements(onStatement),
  })
  return {
    db,
    engine: 'postgres',
    pools: () => {
      const { totalCount: size, idleCount, waitingCount: waiting } = pool
      return { main: { size, inUse: size - idleCount, waiting, broken } }
    },
    listen: listener.listen,
    close: async () => {
      await listener.close()
      await db.destroy()
    },
  }
}

type Listening = { channel: string; onMessage: Notified; onGap: (isListening: boolean) => void }

/** LISTEN wants a connection of its own, kept open and opened again when it breaks. */
function createListener(url: string) {
  const all: Listening[] = []
  let client: pg.Client | undefined
  let isClosed = false
  let isReconnecting = false

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: 2000,
      query_timeout: HEARTBEAT_MS,
      application_name: 'nouveau-listen',
    })
    const hangUp = () => void next.connection.stream.destroy()
    // A line that died without a word looks like one on which nothing happens.
    const heartbeat = setInterval(() => next.query('select 1').catch(hangUp), HEARTBEAT_MS)
    heartbeat.unref()
    next.on('error', () => {})
    next.on('end', () => {
      clearInterval(heartbeat)
      if (client !== next) return
      client = undefined
      for (const { onGap } of all) onGap(false)
      if (!isClosed) void reconnect()
    })
    next.on('notification', ({ channel, payload }) => {
      for (const each of all) if (each.channel === channel) each.onMessage(payload ?? '')
    })
    try {
      await next.connect()
      if (isClosed) return await next.end()
      client = next
      for (const each of all) await start(next, each)
    } catch (error) {
      clearInterval(heartbeat)
      hangUp()
      throw error
    }
  }

  async function reconnect(): Promise<void> {
    if (isReconnecting) return
    isReconnecting = true
    while (!isClosed && !client) {
      await delay(RECONNECT_MS, undefined, { ref: false })
      await connect().catch(() => {})
    }
    isReconnecting = false
  }

  async function start(connected: pg.Client, listening: Listening) {
    await connected.query(`listen ${pg.escapeIdentifier(listening.channel)}`)
    listening.onGap(true)
  }

  return {
    async listen(channel: string, onMessage: Notified, onGap: Listening['onGap']) {
      const listening = { channel, onMessage, onGap }
      all.push(listening)
      if (client) await start(client, listening)
      else await connect()
    },
    async close() {
      isClosed = true
      await client?.end()
    },
  }
}

/** Longer than a statement should take. */
const SILENCE_MS = 5000
const ANSWER_MS = 2000

/**
 * A line that swallows everything, or a machine that hangs, would keep a statement waiting for as
 * long as the operating system hopes, and its place in the pool with it. When a connection in use
 * has been silent for a while, another one asks whether the server is still at work for it; if not,
 * it is dropped, and what waits for it fails as when the database is away. A long migration goes on.
 */
function dropDeadConnections(pool: pg.Pool, url: string): void {
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
