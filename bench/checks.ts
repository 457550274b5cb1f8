import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { findNextRequest } from '#app/checks/server/looking/work.queries.ts'
import { enrol, lookAtDue } from '#app/checks/server/looking/work.ts'
import { readPage } from '#app/checks/server/pages/read-page.ts'
import { migrate } from '#app/db/migrate.ts'
import { openDatabase } from '#app/db/open-database.ts'
import { readConfig } from '#app/server/config/config.ts'
import type { AppContext } from '#app/server/context.ts'
import { createLog } from '#app/server/log.ts'
import { createReadOutside } from '#app/server/outside-fetch.ts'
import { DAY_MS } from '#app/shared/dates.ts'
import { fillAdminList } from '#bench/support/admin-deals.ts'
import { temporaryFolder } from '#bench/support/server-under-test.ts'
import { watchStalls } from '#bench/support/stalls.ts'
import { startPostgres } from '#test/support/databases/postgres-server.ts'

const LIVING = 10_000
const PAGE_BYTES = 200 * 1024
const MB = 1024 * 1024

/** A page of the median size of real shops: mostly menus and tiles of other pieces. */
function pageOf(address: string): string {
  const data = {
    ...{ '@context': 'https://schema.org', '@type': 'Product', name: 'Leather tote', url: address },
    brand: { '@type': 'Brand', name: 'Maison' },
    offers: { '@type': 'Offer', price: '400.00', priceCurrency: 'USD', availability: 'InStock' },
  }
  const head = `<!doctype html><html><head><title>Leather tote</title><script type="application/ld+json">${JSON.stringify(data)}</script></head><body><h1>Leather tote</h1>`
  const tile = `<div class="product-tile" data-id="48213"><a href="/p/another-piece-48213"><img src="/i/48213.jpg" alt=""><b>Another piece</b></a><span class="price">$120.00</span></div>\n`
  return head + tile.repeat(Math.ceil((PAGE_BYTES - head.length) / tile.length))
}

/** Plays all shops, in a process of its own, started with the argument `shops`. */
async function playShops() {
  const server = createServer((request, response) => {
    const address = new URL(`http://x${request.url}`).searchParams.get('to') ?? ''
    if (address.endsWith('/robots.txt')) return response.end('User-agent: *\nDisallow: /cart')
    response.setHeader('content-type', 'text/html')
    response.end(pageOf(address))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.send?.((server.address() as AddressInfo).port)
  process.once('disconnect', () => process.exit())
}

/**
 * Measures ten thousand running deals of four hundred shops, each checked once in a simulated day by one
 * process.
 */
async function benchChecks() {
  const bytes = new TextEncoder().encode(pageOf('https://shop1.example/p/1'))
  const read = () => readPage({ url: 'https://shop1.example/p/1', contentType: 'text/html', bytes })
  for (let warm = 0; warm < 50; warm += 1) read()
  const before = process.cpuUsage()
  for (let many = 0; many < 200; many += 1) read()
  const { user, system } = process.cpuUsage(before)
  console.log(`reading a page of 200 KB: ${((user + system) / 200_000).toFixed(1)} ms of CPU`)

  const shops = fork(import.meta.filename, ['shops'])
  const [port] = (await once(shops, 'message')) as [number]
  const postgres = await startPostgres()
  const { folder, remove } = temporaryFolder()
  const database = await openDatabase({ url: `${postgres.url}postgres`, dataDir: folder })
  await migrate(database.db)
  await fillAdminList(database.db, Math.round(LIVING / 0.93))
  const log = createLog({ log: { level: 'warn' } })
  let nowMs = Date.parse('2026-11-20T12:00:00Z')
  const ctx = {
    ...{
      config: readConfig({ NODE_ENV: 'test', DEMO: '0', PRICE_CHECKS: '1' }),
      db: database.db,
      log,
    },
    ...{ engine: database.engine, now: () => new Date(nowMs), isDraining: () => false },
    readOutside: createReadOutside({
      playedAt: (url) => new URL(`http://127.0.0.1:${port}/?to=${encodeURIComponent(url.href)}`),
    }),
  } as unknown as AppContext

  const rssBefore = process.memoryUsage().rss
  let most = rssBefore
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 100)
  const endMs = nowMs + DAY_MS
  const beganMs = performance.now()
  const cpu = process.cpuUsage()
  let requests = 0
  const stalls = watchStalls()
  await enrol(ctx)
  for (;;) {
    requests += await lookAtDue(ctx)
    const next = (await findNextRequest(database.db))?.getTime() ?? Infinity
    if (next >= endMs) break
    nowMs = Math.max(nowMs, next)
  }
  stalls.stop()
  clearInterval(watch)
  const spent = process.cpuUsage(cpu)
  const { count, same } = await database.db
    .selectFrom('dealChecks')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.countAll<number>().filterWhere('certainAt', 'is not', null).as('same'),
    ])
    .executeTakeFirstOrThrow()
  const { longestMs, longestOwnMs, longestWorkMs } = stalls.read()
  const tookS = (performance.now() - beganMs) / 1000
  const simulated = ((nowMs - endMs + DAY_MS) / 60_000).toFixed(0)
  console.log(`${same} of ${count} living deals looked at for certain, ${requests} requests`)
  console.log(`${simulated} simulated minutes at each shop’s pace; ${tookS.toFixed(0)} s of ours`)
  console.log(
    `CPU for each request: ${((spent.user + spent.system) / 1000 / requests).toFixed(1)} ms, the database’s not counted`,
  )
  console.log(
    `loop stalled at most ${longestOwnMs.toFixed(0)} ms, of which it worked ${longestWorkMs.toFixed(0)} ms; ${longestMs.toFixed(0)} ms with what others on this machine took`,
  )
  console.log(`memory: ${Math.round((most - rssBefore) / MB)} MiB more at most`)
  shops.disconnect()
  await database.close()
  await postgres.stop()
  remove()
}

if (process.argv[2] === 'shops') await playShops()
else await benchChecks()
