import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { migrate } from '#app/db/migrate.ts'
import { openDatabase } from '#app/db/open-database.ts'
import { readLinks } from '#app/links/server/links.ts'
import { pasteLinks } from '#app/links/server/pasting.ts'
import { pastedLinksQueue } from '#app/links/server/work.ts'
import { readConfig } from '#app/server/config/config.ts'
import type { AppContext } from '#app/server/context.ts'
import { createLog } from '#app/server/log.ts'
import { createReadOutside } from '#app/server/outside-fetch.ts'
import { temporaryFolder } from '#bench/support/server-under-test.ts'
import { startPostgres } from '#test/support/databases/postgres-server.ts'

const LINKS = 100
const SHOPS = 25
const ANSWERS_AFTER_MS = 300

/** Plays all shops, in a process of its own, started with the argument `shops`. */
async function playShops() {
  const last = new Map<string, number>()
  let closest = Infinity
  const server = createServer(async (request, response) => {
    const address = new URL(new URL(`http://x${request.url}`).searchParams.get('to') ?? '')
    const now = performance.now()
    closest = Math.min(closest, now - (last.get(address.hostname) ?? -Infinity))
    last.set(address.hostname, now)
    await delay(ANSWERS_AFTER_MS)
    if (address.pathname === '/robots.txt') return response.end('User-agent: *\nDisallow: /cart')
    const data = {
      ...{ '@type': 'Product', name: `Leather tote ${address.pathname}`, brand: 'Maison' },
      offers: { '@type': 'Offer', price: '400.00', priceCurrency: 'USD' },
    }
    response.setHeader('content-type', 'text/html')
    response.end(
      `<title>Tote</title><script type="application/ld+json">${JSON.stringify(data)}</script>`,
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.send?.((server.address() as AddressInfo).port)
  process.on('message', () => process.send?.(closest))
  process.once('disconnect', () => process.exit())
}

/**
 * Measures when the first, half and all of a hundred links, pasted from twenty-five slow shops, have become
 * drafts.
 */
async function benchLinks() {
  const shops = fork(import.meta.filename, ['shops'])
  const [port] = (await once(shops, 'message')) as [number]
  const postgres = await startPostgres()
  const { folder, remove } = temporaryFolder()
  const database = await openDatabase({ url: `${postgres.url}postgres`, dataDir: folder })
  await migrate(database.db)
  const ctx = {
    ...{ config: readConfig({ NODE_ENV: 'test', DEMO: '0' }), db: database.db },
    ...{ log: createLog({ log: { level: 'warn' } }), engine: database.engine },
    ...{ now: () => new Date(), isDraining: () => false, jobs: { send: async () => {} } },
    readOutside: createReadOutside({
      playedAt: (url) => new URL(`http://127.0.0.1:${port}/?to=${encodeURIComponent(url.href)}`),
    }),
  } as unknown as AppContext
  const text = Array.from(
    { length: LINKS },
    (_, at) => `https://shop${at % SHOPS}.example/p/${at}`,
  ).join('\n')
  const beganMs = performance.now()
  const cpu = process.cpuUsage()
  await ctx.db.transaction().execute((trx) => pasteLinks(trx, ctx, text, 'Ann'))
  const reached = new Map<number, number>()
  let isOver = false
  const watch = (async () => {
    while (!isOver) {
      const { waiting } = await readLinks(ctx)
      for (const mark of [1, LINKS / 2, LINKS]) {
        if (LINKS - waiting >= mark && !reached.has(mark)) {
          reached.set(mark, (performance.now() - beganMs) / 1000)
        }
      }
      await delay(200)
    }
  })()
  while ((await readLinks(ctx)).waiting > 0) await pastedLinksQueue.work(ctx, {})
  await delay(400)
  isOver = true
  await watch
  const { links } = await readLinks(ctx)
  const spent = process.cpuUsage(cpu)
  shops.send('closest')
  const [closest] = (await once(shops, 'message')) as [number]
  console.log(`${links.filter(({ state }) => state === 'read').length} of ${LINKS} drafts`)
  for (const [mark, seconds] of reached) console.log(`${mark} after ${seconds.toFixed(1)} s`)
  console.log(`closest two requests to one shop: ${(closest / 1000).toFixed(2)} s apart`)
  console.log(
    `CPU, the page looking on included: ${((spent.user + spent.system) / 1e6).toFixed(1)} s`,
  )
  shops.disconnect()
  await database.close()
  await postgres.stop()
  remove()
}

if (process.argv[2] === 'shops') await playShops()
else await benchLinks()
