import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openDatabase } from '#app/db/open-database.ts'
import { MOST_PER_NETWORK, MOST_PER_OWNER } from '#app/server/sockets/sockets.rules.ts'
import { buildProduct } from '#scripts/building/product.ts'
import { scrape, sum } from '#test/observability/scrape.ts'
import { signedIn } from '#test/support/databases/signed-in.ts'
import { createServerDatabase } from '#test/support/databases/test-database.ts'
import { freePort } from '#test/support/free-port.ts'
import { spawnOurs } from '#test/support/server-process.ts'
import { hangUpAll, isAlive, type Line, listenAt } from '#test/support/sockets.ts'
import { startSteadyLoad } from '#test/support/steady-load.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

async function cluster(environment: Record<string, string> = {}, root = '.') {
  await buildProduct()
  const folder = mkdtempSync(path.join(tmpdir(), 'nouveau-cluster-'))
  folders.push(folder)
  const port = await freePort()
  const settings = { DATA_DIR: folder, PORT: String(port), CLUSTER_WORKERS: '2', TRUST_PROXY: '1' }
  const kept = spawnOurs([path.join(root, 'scripts/start-cluster.ts')], {
    ...settings,
    ...environment,
  })
  const roll = async () => {
    const rolling = spawnOurs(['scripts/roll.ts'], { DATA_DIR: folder })
    return { code: await rolling.ended, said: rolling.output() }
  }
  return { ...kept, port, roll }
}

test('several workers serve, one of them migrates, and they are exchanged under load without a failure', async () => {
  const url = await createServerDatabase('template0')
  const { says, stop, port, roll, output } = await cluster({ DATABASE_URL: url })
  await says('workers serve')
  // The first process prints everything, once.
  expect(output().match(/Nouveau Designer Club: http/g)).toHaveLength(1)

  const load = startSteadyLoad({ port, host: 'localhost', pauseMs: 25 }, 4, (number) =>
    number % 4 === 0
      ? { method: 'GET', path: '/daily-deals' }
      : {
          method: 'POST',
          path: '/api/log-event',
          body: JSON.stringify({ eventType: 'visit-sign-in' }),
          headers: {
            'x-forwarded-for': `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
          },
        },
  )
  await expect.poll(load.answered).toBeGreaterThan(100)
  const rolled = await roll()
  const { byStatus, failures } = await load.stop()

  expect(rolled).toEqual({ code: 0, said: expect.stringContaining('All workers are new.') })
  expect(failures).toEqual([])
  expect(Object.keys(byStatus)).toEqual(['200'])
  expect(output().match(/a worker was exchanged/g)).toHaveLength(2)
  expect(output()).not.toContain('a worker died')

  // Every acknowledged write is stored exactly once.
  const database = await openDatabase({ url, dataDir: '' })
  const { count } = await database.db
    .selectFrom('events')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  await database.close()
  expect(count).toBe(load.acknowledged())
  expect(await stop()).toBe(0)
})

test('all workers tell what they count at one port, each under its name; one that is killed has a successor', async () => {
  const metricsPort = String(await freePort())
  const { says, stop, output, port } = await cluster({
    DATABASE_URL: await createServerDatabase(),
    METRICS_PORT: metricsPort,
  })
  await says('workers serve')
  for (let n = 0; n < 10; n += 1) {
    await fetch(`http://localhost:${port}/api/offer`, { headers: { connection: 'close' } })
  }
  const metrics = () => scrape(`http://127.0.0.1:${metricsPort}/metrics`)
  const { samples } = await metrics()
  expect(sum(samples, 'nouveau_workers', { state: 'telling' })).toBe(2)
  const asked = { route: '/api/offer', status: '2xx' }
  expect(sum(samples, 'nouveau_http_requests_total', asked)).toBe(10)
  const workers = new Set(samples.map(({ labels }) => labels.worker))
  expect([...workers].toSorted()).toEqual(['1', '2', 'keeper'])
  for (const worker of workers) {
    expect(
      sum(samples, 'process_resident_memory_bytes', { worker: String(worker) }),
    ).toBeGreaterThan(1e6)
  }

  const [, worker] = /"pids":\[(\d+)/.exec(output()) ?? []
  process.kill(Number(worker), 'SIGSTOP')
  expect(sum((await metrics()).samples, 'nouveau_workers', { state: 'silent' })).toBe(1)
  await says('a worker does not answer')
  expect(output()).toMatch(new RegExp(`"pid":${worker},"msg":"a worker does not answer"`))
  process.kill(Number(worker), 'SIGKILL')
  await says('a worker has taken its place')
  const telling = async () =>
    sum((await metrics()).samples, 'nouveau_workers', { state: 'telling' })
  await expect.poll(telling).toBe(2)
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
  expect(await stop()).toBe(0)
})

test('one person and one network have as many sockets with several workers as with one', async () => {
  const url = await createServerDatabase()
  const { says, stop, port } = await cluster({ DATABASE_URL: url })
  await says('workers serve')
  const tokens = await signedIn(url, MOST_PER_NETWORK / 5)
  const cookies = tokens.map((token) => `session=${token}`)
  const origin = `http://localhost:${port}`
  const open = async (cookie: string, network: string) =>
    listenAt(port, origin, { cookie, headers: { 'x-forwarded-for': network } }).catch(
      () => undefined,
    )

  const pages: Line[] = []
  for (let page = 0; page < MOST_PER_OWNER + 4; page += 1) {
    const line = await open(cookies[0] ?? '', `10.1.0.${page}`)
    if (line) pages.push(line)
  }
  expect(pages).toHaveLength(MOST_PER_OWNER + 4)
  expect(await countAlive(pages)).toBe(MOST_PER_OWNER)

  const lines: Line[] = []
  for (let count = 0; count < 2 * MOST_PER_NETWORK; count += 1) {
    const line = await open(cookies[count % cookies.length] ?? '', '10.2.0.1')
    if (line) lines.push(line)
  }
  expect(lines.length).toBeGreaterThan(MOST_PER_NETWORK / 2)
  expect(lines.length).toBeLessThanOrEqual(MOST_PER_NETWORK)
  hangUpAll()
  expect(await stop()).toBe(0)
})

async function countAlive(lines: Line[]): Promise<number> {
  const gone = (line: Line) => line.closed.then(() => false)
  const alive = await Promise.all(lines.map((line) => Promise.race([gone(line), isAlive(line)])))
  return alive.filter(Boolean).length
}

test('a build that is older than its sources and cannot be made anew leaves the workers serving, and says what is to be done', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'nouveau-no-tools-'))
  folders.push(root)
  await buildProduct()
  // As `npm ci --omit=dev` leaves it: without the build tools.
  mkdirSync(path.join(root, 'node_modules'))
  for (const name of ['scripts', 'package.json', 'package-lock.json', 'vite.config.ts']) {
    cpSync(name, path.join(root, name), { recursive: true })
  }
  const built = ['dist', 'dist-program', 'dist-database']
  for (const name of ['src', 'demo', 'sandbox', 'public', ...built]) {
    symlinkSync(path.resolve(name), path.join(root, name))
  }
  const url = await createServerDatabase()
  const { says, stop, port, roll, output } = await cluster({ DATABASE_URL: url }, root)
  await says('workers serve')

  appendFileSync(path.join(root, 'package-lock.json'), '\n')
  const rolled = await roll()

  expect(rolled).toEqual({ code: 1, said: expect.stringContaining('the others go on') })
  expect(output()).toContain('The build is missing or older than its sources')
  expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200)
  expect(await stop()).toBe(0)
})

test('without a database server there is one process, and the start says so', async () => {
  const { ended, output } = await cluster()
  expect(await ended).toBe(1)
  expect(output()).toContain('start:cluster needs DATABASE_URL')
  expect(output()).not.toContain('    at ')
})
