import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Notified, OpenDatabase } from './database.ts'

const RECONNECT_MS = 1000
/** Nothing is answered from a cache for longer than two of these after the line has died. */
const HEARTBEAT_MS = 3000

type Listening = { channel: string; onMessage: Notified; onGap: (isListening: boolean) => void }

export type Listener = {
  listen: OpenDatabase['listen']
  /** Asks something on the line that is open; undefined when there is none. */
  ask: (question: pg.QueryConfig) => Promise<pg.QueryResult> | undefined
  close: () => Promise<void>
}

/** LISTEN wants a connection of its own, kept open and opened again when it breaks. */
export function createListener(url: string): Listener {
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
    ask: (question) => client?.query(question),
    async listen(channel, onMessage, onGap) {
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
