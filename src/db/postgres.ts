import type { Socket } from 'node:net'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { camelCase, type OnStatement, type OpenDatabase, tellStatements } from './database.ts'
import { giveUpAtOnceWhileAway } from './give-up-at-once.ts'
import { createListener, type Listener } from './listener.ts'
import { usePlans } from './planned.ts'
import { lendInShares, type Shares } from './pool-shares.ts'
import type { Tables } from './tables.ts'

// `bigint`, such as count(*), arrives as text by default; the embedded engine returns numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// A date is text (YYYY-MM-DD), not a moment in some time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)

export type PostgresSettings = {
  url: string
  /** Maximum connections for requests; those for jobs come on top. */
  connections?: number | undefined
  /** Direct address, if `url` goes through a pooler that may change the session after each transaction. */
  directUrl?: string | undefined
  /** Shares of the request pool; `of` returns the share of the running code. */
  shares?: Shares & { of: () => string | undefined }
  /** Called after every statement. */
  onStatement?: OnStatement | undefined
  /** Called every second with the reason why the listening connection cannot be reopened. */
  onListenRefused?: ((error: unknown) => void) | undefined
  /** For operators' commands: no timeouts. */
  isPatient?: boolean
}

/** Somebody is waiting, so a quick 'not now' is better than a slow answer. */
export const FOR_REQUESTS = {
  statement_timeout: 3000,
  lock_timeout: 1000,
  idle_in_transaction_session_timeout: 10_000,
}
/** Jobs may take their time, on connections of their own. */
const FOR_WORK = {
  statement_timeout: 60_000,
  lock_timeout: 5000,
  idle_in_transaction_session_timeout: 30_000,
}
export const CONNECTIONS = { forRequests: 10, forWork: 4 }

/** Limits for waiting for a free connection, and for opening one. */
const LONGEST_WAIT_MS = 800
const CONNECT_MS = 1800
/** Opening a connection takes several round trips, so idle ones are kept. */
const IDLE_MS = 5 * 60_000

export async function openPostgres({
  url,
  directUrl = url,
  connections = CONNECTIONS.forRequests,
  shares,
  onStatement,
  onListenRefused,
  isPatient = false,
}: PostgresSettings): Promise<OpenDatabase> {
  const isPooled = directUrl !== url
  const listener = createListener(directUrl, onListenRefused)
  const open = (connectionString: string, limits: object, max: number, answerMs: number) => {
    const pool = new pg.Pool({
      connectionString,
      max,
      connectionTimeoutMillis: CONNECT_MS,
      idleTimeoutMillis: IDLE_MS,
      application_name: 'nouveau',
      ...(isPatient ? {} : limits),
    })
    // An idle connection may break at any time; the pool replaces it.
    let broken = 0
    pool.on('error', () => {
      broken += 1
    })
    // Likewise for one in use: its query fails anyway, and an unhandled event would end the process.
    pool.on('connect', (client) => client.on('error', () => {}))
    if (connectionString === directUrl) pool.on('connect', usePlans)
    if (!isPatient) {
      const isDirect = connectionString === directUrl
      const away = giveUpAtOnceWhileAway(pool)
      dropDeadConnections(pool, {
        isAlive: isDirect ? isAtWork(listener, url, answerMs) : isThere(url, answerMs),
        onDead: away.noteSilence,
      })
    }
    const state = (waiting = 0) => {
      const { totalCount: size, idleCount, waitingCount } = pool
      return { size, inUse: size - idleCount, waiting: waiting + waitingCount, broken }
    }
    return { pool, state }
  }
  const requests = open(
    url,
    // A pooler refuses these parameters: its own connections must set them.
    isPooled ? {} : FOR_REQUESTS,
    connections,
    ANSWER_MS,
  )
  const lending = shares && lendInShares(requests.pool, shares, shares.of, LONGEST_WAIT_MS)
  const jobs = open(directUrl, FOR_WORK, CONNECTIONS.forWork, PATIENT_ANSWER_MS)
  const on = (pool: PostgresPool) =>
    new Kysely<Tables>({
      dialect: new PostgresDialect({ pool }),
      plugins: [camelCase()],
      ...tellStatements(onStatement),
    })
  const db = on(lending?.pool ?? requests.pool)
  const work = on(jobs.pool)
  return {
    db,
    work,
    engine: 'postgres',
    pools: () => ({ main: requests.state(lending?.waiting()), work: jobs.state() }),
    listen: listener.listen,
    close: async () => {
      await listener.close()
      await db.destroy()
      await work.destroy()
    },
  }
}

/** A statement without any sign for this long is checked. Together with the check it stays below two seconds. */
const SILENCE_MS = 1400
const ANSWER_MS = 400
/** Longer for jobs, which must not be cut off because a busy machine answers the check slowly. */
const PATIENT_ANSWER_MS = 5000

/**
 * A black-holed connection or a hanging machine would block a statement, and its place in the pool, until the operating
 * system gives up. When a connection in use has been silent for a while, another one asks whether the server is still
 * working for it. If not, it is dropped, and its statement fails as if the database were away. Long migrations are
 * not affected.
 */
function dropDeadConnections(
  pool: pg.Pool,
  { isAlive, onDead }: { isAlive: (processId: number) => Promise<boolean>; onDead: () => void },
): void {
  const inUse = new Set<pg.PoolClient>()
  pool.on('acquire', (client) => inUse.add(client))
  pool.on('release', (_error, client) => inUse.delete(client))
  pool.on('remove', (client) => inUse.delete(client))
  pool.on('connect', (client) => {
    const stream = client.connection.stream as Socket
    // Set after the first message; missing from the types.
    const known = client as pg.PoolClient & { processID: number; readyForQuery: boolean }
    stream.setTimeout(SILENCE_MS)
    stream.on('timeout', async () => {
      const heard = stream.bytesRead
      // If our own process was busy, data may have arrived unread: then the connection is not dead.
      const isNotDead = async () =>
        (await isAlive(known.processID)) || stream.bytesRead > heard || known.readyForQuery
      if (!inUse.has(client) || (await isNotDead())) {
        stream.setTimeout(SILENCE_MS)
        return
      }
      onDead()
      stream.destroy()
    })
  })
}

/** Whether the server is working for this connection. */
function isAtWork(listener: Listener, url: string, answerMs: number) {
  return (processId: number): Promise<boolean> => {
    const question = {
      text: `select from pg_stat_activity where pid = $1 and state <> 'idle'`,
      values: [processId],
      query_timeout: answerMs,
    }
    // The listening connection is already open, which saves round trips.
    const answer = listener.ask(question) ?? askAnew(url, question, answerMs)
    return isAnswered(answer.then(({ rowCount }) => rowCount === 1))
  }
}

/** Behind a pooler, server connections cannot be identified: only checks whether the server answers. */
function isThere(url: string, answerMs: number) {
  const easy = { text: 'select 1', query_timeout: answerMs }
  return (): Promise<boolean> => isAnswered(askAnew(url, easy, answerMs).then(() => true))
}

/** SQLSTATEs for an unreachable server behind a pooler, and for one that is starting or stopping. */
const AWAY = /^(08|57P)/

/** A server that refuses the check for lack of connections is alive. */
function isAnswered(answer: Promise<boolean>): Promise<boolean> {
  return answer.catch(
    (error: unknown) => error instanceof pg.DatabaseError && !AWAY.test(error.code ?? ''),
  )
}

async function askAnew(
  url: string,
  question: pg.QueryConfig,
  answerMs: number,
): Promise<pg.QueryResult> {
  const other = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: answerMs,
    application_name: 'nouveau-silence',
  })
  other.on('error', () => {})
  try {
    await other.connect()
    return await other.query(question)
  } finally {
    other.connection.stream.destroy()
  }
}
