import type { Socket } from 'node:net'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { camelCase, type OnStatement, type OpenDatabase, tellStatements } from './database.ts'
import { giveUpAtOnceWhileAway } from './give-up-at-once.ts'
import { createListener, type Listener } from './listener.ts'
import { usePlans } from './planned.ts'
import { lendInShares, type Shares } from './pool-shares.ts'
import type { Tables } from './tables.ts'

// count(*) and bigint arrive as text by default; both engines shall agree on numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// A calendar day is text, not a moment in some time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)

export type PostgresSettings = {
  url: string
  /** At most so many for requests; those for work come on top. */
  connections?: number | undefined
  /** Where a connection stays the same one, if `url` leads through a pooler that changes it after each transaction. */
  directUrl?: string | undefined
  /** The shares that the connections for requests are lent in, and for whom the running code wants one. */
  shares?: Shares & { of: () => string | undefined }
  /** Told of every statement. */
  onStatement?: OnStatement | undefined
  /** For an operator's command: nothing is given up because it takes its time. */
  isPatient?: boolean
}

/** Somebody waits for the answer: better a quick 'not now' than a slow one. */
export const FOR_REQUESTS = {
  statement_timeout: 3000,
  lock_timeout: 1000,
  idle_in_transaction_session_timeout: 10_000,
}
/** Nobody waits: what has much to do may take its time, on connections of its own. */
const FOR_WORK = {
  statement_timeout: 60_000,
  lock_timeout: 5000,
  idle_in_transaction_session_timeout: 30_000,
}
export const CONNECTIONS = { forRequests: 10, forWork: 4 }

/** For a place in the line, and again for a connection that has to be opened. */
const LONGEST_WAIT_MS = 800
const CONNECT_MS = 1800
/** From far away a connection takes several ways there and back, so those that are open are kept. */
const IDLE_MS = 5 * 60_000

export async function openPostgres({
  url,
  directUrl = url,
  connections = CONNECTIONS.forRequests,
  shares,
  onStatement,
  isPatient = false,
}: PostgresSettings): Promise<OpenDatabase> {
  const isPooled = directUrl !== url
  const listener = createListener(directUrl)
  const open = (connectionString: string, limits: object, max: number, answerMs: number) => {
    const pool = new pg.Pool({
      connectionString,
      max,
      connectionTimeoutMillis: CONNECT_MS,
      idleTimeoutMillis: IDLE_MS,
      application_name: 'nouveau',
      ...(isPatient ? {} : limits),
    })
    // An idle connection may break at any time; the pool replaces it, nobody needs to crash.
    let broken = 0
    pool.on('error', () => {
      broken += 1
    })
    // The same while it is lent: its query fails by itself, and the event must not end the process.
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
    // A pooler refuses them: then its own connections have to have them.
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

/** A statement that takes this long is looked after. With the answer to that it stays below two seconds. */
const SILENCE_MS = 1400
const ANSWER_MS = 400
/** Work is not cut off because a busy machine is slow to say that it goes on. */
const PATIENT_ANSWER_MS = 5000

/**
 * A line that swallows everything, or a machine that hangs, would keep a statement waiting for as
 * long as the operating system hopes, and its place in the pool with it. When a connection in use
 * has been silent for a while, another one asks whether the server is still at work for it; if not,
 * it is dropped, and what waits for it fails as when the database is away. A long migration goes on.
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
    // Known from the first message on, though the types do not say so.
    const known = client as pg.PoolClient & { processID: number; readyForQuery: boolean }
    stream.setTimeout(SILENCE_MS)
    stream.on('timeout', async () => {
      const heard = stream.bytesRead
      // A process that was kept busy has not listened: what has answered meanwhile, or owes no answer, is not dead.
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

/** Whether the server is at work for this very connection. */
function isAtWork(listener: Listener, url: string, answerMs: number) {
  return (processId: number): Promise<boolean> => {
    const question = {
      text: `select from pg_stat_activity where pid = $1 and state <> 'idle'`,
      values: [processId],
      query_timeout: answerMs,
    }
    // The line that listens is open already, which from far away saves several ways.
    const answer = listener.ask(question) ?? askAnew(url, question, answerMs)
    return isAnswered(answer.then(({ rowCount }) => rowCount === 1))
  }
}

/** Behind a pooler nobody knows whose connection is whose: whether anybody is answered has to do. */
function isThere(url: string, answerMs: number) {
  const easy = { text: 'select 1', query_timeout: answerMs }
  return (): Promise<boolean> => isAnswered(askAnew(url, easy, answerMs).then(() => true))
}

/** Codes of what a pooler says of a server that it does not reach, and of a server that goes or comes. */
const AWAY = /^(08|57P)/

/** A server with no room for one more question is there. */
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
