import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Notified, OpenDatabase } from './database.ts'

const RECONNECT_MS = 1000
/** After the connection dies, caches are used for at most two of these. */
const HEARTBEAT_MS = 3000
const HEARTBEAT = { text: 'select 1', query_timeout: HEARTBEAT_MS }

type Listening = { channel: string; onMessage: Notified; onGap: (isListening: boolean) => void }

/** `query_timeout` counts from when the query is submitted. */
type Question = pg.QueryConfig & { query_timeout: number }
type Line = { client: pg.Client; ask: (question: Question) => Promise<pg.QueryResult> }

export type Listener = {
  listen: OpenDatabase['listen']
  /** Queries on the listening connection; undefined when it is not open. */
  ask: (question: Question) => Promise<pg.QueryResult> | undefined
  close: () => Promise<void>
}

/**
 * LISTEN needs a connection of its own, which is reopened when it breaks. `onRefused` is called with the error each
 * time it cannot be opened.
 */
export function createListener(
  url: string,
  onRefused: (error: unknown) => void = () => {},
): Listener {
  const all: Listening[] = []
  let line: Line | undefined
  let isClosed = false
  let isReconnecting = false

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: 2000,
      application_name: 'nouveau-listen',
    })
    const opened = { client: next, ask: inTurn(next) }
    const hangUp = () => void next.connection.stream.destroy()
    // A silently dead connection looks like an idle one.
    const heartbeat = setInterval(() => opened.ask(HEARTBEAT).catch(hangUp), HEARTBEAT_MS)
    heartbeat.unref()
    next.on('error', () => {})
    next.on('end', () => {
      clearInterval(heartbeat)
      if (line !== opened) return
      line = undefined
      for (const { onGap } of all) onGap(false)
      if (!isClosed) void reconnect()
    })
    next.on('notification', ({ channel, payload }) => {
      for (const each of all) if (each.channel === channel) each.onMessage(payload ?? '')
    })
    try {
      await next.connect()
      if (isClosed) return await next.end()
      line = opened
      for (const each of all) await start(opened, each)
    } catch (error) {
      clearInterval(heartbeat)
      hangUp()
      throw error
    }
  }

  async function reconnect(): Promise<void> {
    if (isReconnecting) return
    isReconnecting = true
    while (!isClosed && !line) {
      await delay(RECONNECT_MS, undefined, { ref: false })
      await connect().catch(onRefused)
    }
    isReconnecting = false
  }

  async function start({ ask }: Line, listening: Listening) {
    const text = `listen ${pg.escapeIdentifier(listening.channel)}`
    await ask({ text, query_timeout: HEARTBEAT_MS })
    listening.onGap(true)
  }

  return {
    ask: (question) => line?.ask(question),
    async listen(channel, onMessage, onGap) {
      const listening = { channel, onMessage, onGap }
      all.push(listening)
      if (line) await start(line, listening)
      else await connect()
    },
    async close() {
      isClosed = true
      await line?.client.end()
    },
  }
}

/**
 * Queues queries one after another, because the library allows only one at a time. A query that times out, in the queue or
 * while running, fails with the library's own error.
 */
function inTurn(client: pg.Client): Line['ask'] {
  let last: Promise<unknown> = Promise.resolve()
  return (question) => {
    const askedAt = performance.now()
    const answer = last.then(() => {
      const left = question.query_timeout - (performance.now() - askedAt)
      if (left <= 0) throw new Error(OVERDUE)
      const rest: Question = { ...question, query_timeout: left }
      return client.query(rest)
    })
    last = answer.catch(() => {})
    return Promise.race([answer, overdue(question.query_timeout)])
  }
}

async function overdue(ms: number): Promise<never> {
  await delay(ms, undefined, { ref: false })
  throw new Error(OVERDUE)
}

/** The library's timeout message. */
const OVERDUE = 'Query read timeout'
