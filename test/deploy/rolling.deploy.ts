import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openDatabase } from '#app/db/open-database.ts'
import { newId } from '#app/server/ids.ts'
import { NAME, startProduct } from '#test/deploy/support/product.ts'
import { startHaproxy, startNginx } from '#test/deploy/support/proxies.ts'
import { signedIn } from '#test/support/databases/signed-in.ts'
import { createServerDatabase } from '#test/support/databases/test-database.ts'
import { freePort } from '#test/support/free-port.ts'
import { spawnOurs } from '#test/support/server-process.ts'
import { startSteadyLoad } from '#test/support/steady-load.ts'

const REQUESTS = Number(process.env.REQUESTS ?? 20_000)
const PEOPLE = 6
const KILLS = 4
/** How long a proxy may avoid a failed server after its return, in milliseconds. */
const LEFT_ALONE_MS = 2000
/** The largest share of requests that may be sent twice because a connection closed while it was written to. */
const MOST_RESENT = 0.001

/** Two of three requests change something, each with an id of its own. */
function ask(number: number) {
  if (number % 3 === 0) return { method: 'GET' as const, path: number % 2 ? '/' : '/api/deals' }
  const eventId = newId()
  return {
    method: 'POST' as const,
    path: '/api/log-event',
    body: JSON.stringify({ eventType: 'visit-sign-in' }),
    headers: { 'x-event': eventId, ...networkOf(number) },
  }
}

/** Returns a client address per request, so that no rate limit applies. Proxies overwrite it with the real one. */
function networkOf(number: number) {
  return { 'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}` }
}

async function countEvents(url: string): Promise<number> {
  const database = await openDatabase({ url, dataDir: '' })
  const { count } = await database.db
    .selectFrom('events')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  await database.close()
  return count
}

/** Opens a page's live connection; `closed` resolves to its close code. */
async function listen(port: number, cookie: string) {
  const host = `${NAME}:${port}`
  const headers = { host, origin: `https://${host}`, cookie }
  const socket = new WebSocket(`wss://127.0.0.1:${port}/ws`, { headers, rejectUnauthorized: false })
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  return { closed }
}

test.each([
  ['HAProxy', startHaproxy, false],
  // On a reload it closes idle browser connections, some of them at the moment of their next use.
  ['nginx', startNginx, true],
])(
  'behind %s every process is restarted in turn, and no request is lost',
  async (name, startProxy, isBrowser) => {
    // Rate limits per minute are tested elsewhere; none applies here.
    const product = await startProduct(2)
    const proxy = await startProxy({ port: product.publicPort, name: NAME, to: product.ports })
    const host = `${NAME}:${product.publicPort}`
    const cookies = (await signedIn(product.url, 40)).map((token) => `__Host-session=${token}`)
    const lines = await Promise.all(cookies.map((cookie) => listen(product.publicPort, cookie)))

    const before = await countEvents(product.url)
    const at = { port: product.publicPort, host, isTls: true, isFromEverywhere: true, isBrowser }
    const load = startSteadyLoad(at, PEOPLE, ask)
    await expect.poll(load.answered, { timeout: 60_000 }).toBeGreaterThan(500)
    let restarts = 0
    while (load.answered() < REQUESTS || restarts < 4) {
      const place = restarts % 2
      await proxy.around(product.ports[place] ?? 0, () => product.restart(place))
      restarts += 1
    }
    const { byStatus, failures, resent } = await load.stop()
    const all = `${load.answered()} requests, ${restarts} restarts, ${resent} sent anew`
    console.log(`${name}: ${all}`, byStatus)
    expect(failures).toEqual([])
    expect(resent, all).toBeLessThanOrEqual(Math.ceil(load.answered() * MOST_RESENT))
    expect(byStatus['429']).toBeUndefined()
    expect((await countEvents(product.url)) - before).toBe(load.acknowledged())
    // Both processes have restarted, so every connection was told to reconnect.
    const codes = await Promise.all(lines.map(({ closed }) => closed))
    expect(new Set(codes)).toEqual(new Set([1012]))
    await proxy.stop()
    await product.stop()
  },
)

test.each([
  ['HAProxy', startHaproxy],
  ['nginx', startNginx],
])(
  'behind %s one of two processes is killed, and the other goes on: what was under way there is lost, nothing else',
  async (name, startProxy) => {
    const product = await startProduct(2)
    const proxy = await startProxy({ port: product.publicPort, name: NAME, to: product.ports })
    const host = `${NAME}:${product.publicPort}`
    const before = await countEvents(product.url)
    const at = { port: product.publicPort, host, isTls: true, isFromEverywhere: true }
    const load = startSteadyLoad(at, PEOPLE, ask)
    const goesOn = async (requests: number) => {
      const from = load.answered()
      await expect.poll(load.answered, { timeout: 60_000 }).toBeGreaterThan(from + requests)
    }
    for (let kill = 0; kill < KILLS; kill += 1) {
      await goesOn(500)
      await product.kill(kill % 2)
      await goesOn(500)
      await product.startAgain(kill % 2)
      await delay(LEFT_ALONE_MS)
    }
    await goesOn(500)
    const { byStatus, failures } = await load.stop()
    console.log(`${name}: ${load.answered()} requests, ${KILLS} kills`, byStatus, failures)
    // Safe requests are retried on the other process.
    expect(failures.filter((failure) => !failure.startsWith('POST'))).toEqual([])
    expect(failures.length).toBeLessThanOrEqual(PEOPLE * KILLS)
    const stored = (await countEvents(product.url)) - before
    expect(stored).toBeGreaterThanOrEqual(load.acknowledged())
    expect(stored).toBeLessThanOrEqual(load.acknowledged() + failures.length)
    await proxy.stop()
    await product.stop()
  },
)

test('start:cluster alone exchanges its workers again and again, and no request is lost', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'nouveau-rolling-'))
  const url = await createServerDatabase('template0')
  const port = await freePort()
  const kept = spawnOurs(['scripts/start-cluster.ts'], {
    DATA_DIR: folder,
    DATABASE_URL: url,
    PORT: String(port),
    CLUSTER_WORKERS: '2',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'warn',
  })
  await kept.says('Nouveau Designer Club:')
  const load = startSteadyLoad({ port, host: 'localhost' }, PEOPLE, ask)
  await expect.poll(load.answered, { timeout: 60_000 }).toBeGreaterThan(500)
  let exchanges = 0
  while (load.answered() < REQUESTS || exchanges < 2) {
    const rolling = spawnOurs(['scripts/roll.ts'], { DATA_DIR: folder })
    if ((await rolling.ended) === 0) exchanges += 1
    else expect(rolling.output()).toContain('Nobody keeps workers')
  }
  const { byStatus, failures } = await load.stop()
  console.log(`start:cluster: ${load.answered()} requests, ${exchanges} exchanges`, byStatus)
  expect(failures).toEqual([])
  expect(await countEvents(url)).toBe(load.acknowledged())
  expect(await kept.stop()).toBe(0)
  rmSync(folder, { recursive: true, force: true })
})
