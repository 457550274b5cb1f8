import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Notified, OpenDatabase } from './database.ts'

const RECONNECT_MS = 1000
/** Nothing is answered from a cache for longer than two of these after the line has died. */
const HEARTBEAT_MS = 3000
const HEARTBEAT = { text: 'select 1', query_timeout: HEARTBEAT_MS }

type Listening = { channel: string; onMessage: Notified; onGap: (isListening: boolean) => void }

/** `query_timeout` is counted from when it is asked. */
type Question = pg.QueryConfig & { query_timeout: number }
type Line = { client: pg.Client; ask: (question: Question) => Promise<pg.QueryResult> }

export type Listener = {
  listen: OpenDatabase['listen']
  /** Asks something on the line that is open; undefined when there is none. */
  ask: (question: Question) => Promise<pg.QueryResult> | undefined
  close: () => Promise<void>
}

/** LISTEN wants a connection of its own, kept open and opened again when it breaks. */
export function createListener(url: string): Listener {
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
    // A line that died without a word looks like one on which nothing happens.
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
      await connect().catch(() => {})
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
 * One question after the other, since the library wants none asked while another one is answered. Who waits
 * for others, or for an answer that is overdue, gets the library’s own answer then.
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

/** The library's own words. */
const OVERDUE = 'Query read timeout'
