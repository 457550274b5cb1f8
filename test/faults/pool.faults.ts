import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect } from 'vitest'
import { POOL_SHARES } from '#app/server/http/pool-shares.rules.ts'
import { scrape, sum } from '#test/observability/scrape.ts'
import { createMember } from '#test/support/factories.ts'
import { freePort } from '#test/support/free-port.ts'
import { ask } from './ask.ts'
import { COLUMNS, type Column } from './columns.ts'
import { DATABASE_AWAY, type Row, tryRow } from './rows.ts'
import { startWorld, type World } from './world.ts'

let world: World
let metricsPort: number
beforeAll(async () => {
  metricsPort = await freePort()
  world = await startWorld({ environment: { METRICS_PORT: String(metricsPort) } })
}, 180_000)
afterAll(() => world?.close(), 60_000)

/** The number of clients: each repeats all requests, as a different member. */
const PEOPLE = 8
const REST_MS = 100

type Crowd = {
  name: string
  locked: string
  asking: Column[]
  withinMs?: NonNullable<Row['withinMs']>
  /** How many connections the requests can hold at once. */
  held: number
  but: NonNullable<Row['but']>
  during?: NonNullable<Row['during']>
}

const crowds: Crowd[] = [
  {
    name: 'Pool full, and more asked',
    // Sessions stay readable: otherwise all requests would wait for the same session query, on one connection.
    locked: 'deals, clicks, throttles, checkouts, webhook_events',
    asking: ['Member feed/track', 'Login/reset', 'Checkout', 'Webhook', 'Admin'],
    held: POOL_SHARES.together[1].most,
    // A request that queues several times is answered when its time limit has passed.
    withinMs: 5500,
    but: {
      ...DATABASE_AWAY,
      'Member feed/track': 'ok, or unavailable',
      // The table that says whether a link is valid stays readable.
      'Login/reset': 'ok, or unavailable',
    },
  },
  {
    name: 'Share of reading full, and more read',
    locked: 'deals, clicks',
    asking: ['Member feed/track', 'Admin'],
    held: POOL_SHARES.together[0].most,
    during: {
      'who somebody is can be told': async () => {
        const { product, member } = world
        for (let times = 0; times < 5; times += 1) {
          const { status, tookMs } = await ask(`${product.url}/api/user`, {
            headers: { cookie: member.cookie },
          })
          expect(status).toBe(200)
          expect(tookMs).toBeLessThan(700)
        }
      },
    },
    but: {
      'Teaser/feed': 'ok, or unavailable',
      'Member feed/track': 'ok, or unavailable',
      Admin: 'unavailable',
    },
  },
]

for (const { name, locked, asking, held, but, during = {}, withinMs = {} } of crowds) {
  let locker: pg.Client | undefined
  let crowd: Promise<unknown> | undefined
  let isOver = false
  const lent = async () => {
    const { samples } = await scrape(`http://127.0.0.1:${metricsPort}/metrics`)
    return {
      inUse: sum(samples, 'nouveau_database_connections', { pool: 'main', state: 'in use' }) ?? 0,
      waiting: sum(samples, 'nouveau_database_waiting', { pool: 'main' }) ?? 0,
    }
  }
  tryRow(() => world, {
    name,
    but,
    withinMs,
    begin: async ({ postgres, observer, product }) => {
      isOver = false
      const members = await Promise.all(
        Array.from({ length: PEOPLE }, () => createMember(observer.ctx)),
      )
      locker = new pg.Client({ connectionString: postgres.url })
      await locker.connect()
      await locker.query('begin')
      await locker.query(`lock table ${locked} in access exclusive mode`)
      const again = async (send: () => Promise<unknown>) => {
        while (!isOver) {
          await send().catch(() => {})
          await delay(REST_MS)
        }
      }
      crowd = Promise.all(
        members.flatMap((member) => {
          const asks = asking.flatMap((column) =>
            COLUMNS[column]({ ...world, member }).map(([, send]) => send),
          )
          // A random search misses the cache of lists.
          const search = () =>
            ask(`${product.url}/api/deals?q=${randomUUID()}`, {
              headers: { cookie: member.cookie },
            })
          return [...asks, search].map(again)
        }),
      )
      await delay(500)
    },
    end: async () => {
      isOver = true
      await locker?.query('rollback')
      await locker?.end()
      await crowd
    },
    during: {
      'every connection that they may have is held, and more are wanted': async () => {
        await expect
          .poll(
            async () => {
              const { inUse, waiting } = await lent()
              return inUse >= held && waiting > 0
            },
            { interval: 50, timeout: 20_000 },
          )
          .toBe(true)
      },
      'what needs none is there at once': async () => {
        for (const path of ['/', '/healthz']) {
          const { status, tookMs } = await ask(world.product.url + path)
          expect([path, status]).toEqual([path, 200])
          expect(tookMs).toBeLessThan(1000)
        }
      },
      ...during,
    },
    after: {
      'all connections are given back': async () => {
        await expect.poll(lent).toEqual({ inUse: 0, waiting: 0 })
      },
    },
  })
}
