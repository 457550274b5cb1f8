import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect } from 'vitest'
import { ask } from './ask.ts'
import { type Row, tryRow } from './rows.ts'
import { startWorld, type World } from './world.ts'

let world: World
let clients: Socket[] = []
beforeAll(async () => {
  world = await startWorld()
}, 180_000)
afterAll(() => world?.close(), 60_000)

const MANY = 200
const EVERY_MS = 1000
/** Above the server's idle limit of 30 s. */
const LONGEST_IDLE_MS = 45_000
const HEAD = 'Host: localhost\r\nsec-fetch-site: same-origin\r\n'

/** What slow clients send at once, and then every second; undefined: nothing more. */
type Slowness = { name: string; first: string; more?: () => string; reads: boolean }

const kinds: Slowness[] = [
  {
    name: `${MANY} clients with endless headers`,
    first: `GET / HTTP/1.1\r\n${HEAD}`,
    more: () => `x-${Math.random()}: 1\r\n`,
    reads: true,
  },
  {
    name: `${MANY} clients with endless bodies`,
    first: `POST /api/log-event HTTP/1.1\r\n${HEAD}content-type: application/json\r\ncontent-length: 3000\r\n\r\n{`,
    more: () => ' ',
    reads: true,
  },
  // They request the largest script: more than the operating system buffers for them.
  {
    name: `${MANY} clients that read nothing`,
    first: `GET SCRIPT HTTP/1.1\r\n${HEAD}\r\n`.repeat(7),
    reads: false,
  },
  { name: `${MANY} clients that say nothing`, first: '', reads: true },
]

for (const kind of kinds) {
  const row: Row = {
    name: kind.name,
    begin: async ({ product }) => {
      const port = Number(new URL(product.url).port)
      const [script = ''] =
        /\/assets\/entry\.browser[^"]+/.exec((await ask(product.url)).body) ?? []
      const first = kind.first.replaceAll('SCRIPT', script)
      clients = await Promise.all(
        Array.from({ length: MANY }, () => openClient(port, { ...kind, first })),
      )
    },
    end: () => {
      for (const client of clients) client.destroy()
    },
    during: {
      'all of them are sent away in the end': async () => {
        // A client that does not read notices a closed connection only by writing to it; earlier, a write would
        // keep the connection alive.
        if (!kind.reads) await delay(LONGEST_IDLE_MS)
        const there = () => {
          if (!kind.reads) for (const client of clients) client.write('\r\n')
          return clients.filter(({ destroyed }) => !destroyed).length
        }
        await expect.poll(there, { timeout: 30_000, interval: 2000 }).toBe(0)
      },
    },
  }
  tryRow(() => world, row)
}

async function openClient(port: number, { first, more, reads }: Slowness): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.write(first)
  if (reads) socket.resume()
  else socket.pause()
  if (!more) return socket
  const timer = setInterval(() => socket.write(more()), EVERY_MS)
  socket.on('close', () => clearInterval(timer))
  return socket
}
