import { execFileSync } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Parser } from 'htmlparser2'
import { migrate } from '#app/db/migrate.ts'
import { openDatabase } from '#app/db/open-database.ts'
import { type FeedRules, NO_FEED_RULES } from '#app/product-feeds/product-feeds.facts.ts'
import { insertFeed } from '#app/product-feeds/server/feeds/feeds.queries.ts'
import { readIntoPool } from '#app/product-feeds/server/feeds/run.ts'
import { findLastRuns, insertRun } from '#app/product-feeds/server/feeds/runs.queries.ts'
import { lookIntoPool, readPool } from '#app/product-feeds/server/pool/pool.ts'
import { readProductFeed } from '#app/product-feeds/server/reading/feed-reader.ts'
import type { AppContext } from '#app/server/context.ts'
import { createLog } from '#app/server/log.ts'
import { temporaryFolder } from '#bench/support/server-under-test.ts'
import { startPostgres } from '#test/support/databases/postgres-server.ts'

const ROWS = 200_000
const MB = 1024 * 1024
const BRANDS = ['Aubrelle', 'Fold', 'Oriel', 'Maison Test', 'Elan Nord', 'Vesper', 'Tamsin', 'Rue']
const KINDS = ['Suede boots', 'Leather tote', 'Wool coat', 'Silk scarf', 'Midi dress']
const RULES: FeedRules = { ...NO_FEED_RULES, minPercentOff: 40, isInStockOnly: true }

/** Writes a feed in Google's format, with the long descriptions that make up most of a feed; one row is bad. */
async function writeFeed(to: string): Promise<void> {
  const file = await open(to, 'w')
  const prose = 'Cut from a full-grain hide and finished by hand in a small workshop. '.repeat(15)
  await file.write(
    '<?xml version="1.0" encoding="UTF-8"?>\n<rss xmlns:g="http://base.google.com/ns/1.0" version="2.0"><channel><title>Shop</title>\n',
  )
  let some = ''
  for (let at = 0; at < ROWS; at += 1) {
    const brand = BRANDS[at % BRANDS.length]
    const kind = KINDS[at % KINDS.length]
    const price = at === 123_456 ? 'soon' : `${400 + (at % 900)}.00 USD`
    const sale = at === 123_456 ? '' : `<g:sale_price>${200 + (at % 500)}.00 USD</g:sale_price>`
    some += `<item><g:id>${at}</g:id><g:title>${brand} ${kind} ${at}</g:title><g:description>${prose}</g:description><g:link>https://shop.example/p/${at}?utm_source=feed</g:link><g:image_link>https://cdn.shop.example/${at}-1.jpg</g:image_link><g:additional_image_link>https://cdn.shop.example/${at}-2.jpg</g:additional_image_link><g:availability>${at % 10 === 0 ? 'out of stock' : 'in stock'}</g:availability><g:price>${price}</g:price>${sale}<g:brand>${brand}</g:brand><g:gtin>${4_000_000_000_000 + at}</g:gtin><g:google_product_category>Apparel &amp; Accessories &gt; Shoes</g:google_product_category><g:color>Black</g:color><g:gender>female</g:gender><g:size>IT ${36 + (at % 8)}</g:size><g:condition>new</g:condition></item>\n`
    if (some.length > MB) {
      await file.write(some)
      some = ''
    }
  }
  await file.write(`${some}</channel></rss>\n`)
  await file.close()
}

/** Parses the same file with the same parser and discards the result. */
async function parseBare(from: string): Promise<void> {
  let texts = 0
  const parser = new Parser(
    {
      ontext: (text) => {
        texts += text.length
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  const decoder = new TextDecoder()
  for await (const bytes of createReadStream(from, { highWaterMark: 256 * 1024 })) {
    parser.write(decoder.decode(bytes as Buffer, { stream: true }))
  }
  parser.end()
  if (texts === 0) throw new Error('Nothing was read.')
}

type Measured = { cpuS: number; wallS: number; mostMiB: number; stallMs: number }

async function measured(work: () => Promise<void>): Promise<Measured> {
  let most = process.memoryUsage.rss()
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 50)
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const began = performance.now()
  const cpu = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(cpu)
  delay.disable()
  clearInterval(watch)
  return {
    cpuS: (user + system) / 1e6,
    wallS: (performance.now() - began) / 1000,
    mostMiB: Math.round(most / MB),
    stallMs: Math.round(delay.max / 1e6),
  }
}

function say(what: string, { cpuS, wallS, mostMiB, stallMs }: Measured, bare?: Measured) {
  const ratio = bare ? `, ${(bare.cpuS / cpuS).toFixed(2)} of a bare parse by CPU` : ''
  console.log(
    `${what}: ${cpuS.toFixed(1)} s of CPU, ${wallS.toFixed(1)} s${ratio}; ${mostMiB} MiB in all, loop stalled at most ${stallMs} ms`,
  )
}

/** Measures a feed of 200,000 rows: read off the event loop, filtered, and stored in the pool on PostgreSQL. */
async function benchProductFeeds() {
  const { folder, remove } = temporaryFolder()
  const feed = path.join(folder, 'feed.xml')
  // In another process, so that the memory used for writing is not counted as the reader's.
  execFileSync(process.execPath, [import.meta.filename, 'write', feed])
  console.log(`${ROWS} rows, ${Math.round((await stat(feed)).size / MB)} MiB`)
  const read = (rules: FeedRules) => async () => {
    const how = { path: feed, mapping: {}, currency: 'USD', rules, atOnce: 100 }
    for await (const part of readProductFeed({ ...how, now: Date.now() })) {
      if (part.kind !== 'end') continue
      console.log(
        `${part.rowsKept} kept, ${part.rowsLeftOut} left out, ${part.rowsRefused} refused`,
      )
    }
  }
  // Measured first, because a process does not return memory it once used.
  const filtered = await measured(read(RULES))
  const whole = await measured(read(NO_FEED_RULES))
  const bare = await measured(() => parseBare(feed))
  say('a bare streaming parse', bare)
  say('read and filtered by rules', filtered, bare)
  say('read whole', whole, bare)

  const postgres = await startPostgres()
  const database = await openDatabase({ url: `${postgres.url}postgres`, dataDir: folder })
  await migrate(database.db)
  const ctx = {
    ...{ db: database.db, engine: database.engine, log: createLog({ log: { level: 'warn' } }) },
    ...{ now: () => new Date(), isDraining: () => false },
  } as unknown as AppContext
  for (const [name, rules] of [
    ['filtered', RULES],
    ['whole', NO_FEED_RULES],
  ] as const) {
    const now = ctx.now()
    const runId = await database.db.transaction().execute(async (trx) => {
      const said = { id: name, name, address: null, currency: 'USD', rules }
      await insertFeed(trx, { ...said, createdAt: now, createdBy: null })
      const run = { sourceId: name, askedBy: null, state: 'reading' as const }
      return insertRun(trx, { ...run, startedAt: now, heardAt: now })
    })
    const into = await measured(() =>
      readIntoPool(ctx, { id: runId ?? 0, sourceId: name }, { path: feed }),
    )
    say(`${name} into the pool, the database’s CPU not counted`, into, bare)
  }
  for (const { sourceId, state, pieces, problem } of await findLastRuns(database.db, 1)) {
    console.log(`${sourceId}: ${state}, ${pieces} candidates${problem ? `, ${problem}` : ''}`)
  }
  const queries: Array<[string, { q: string; brand?: string[] }]> = [
    ['the pool', { q: '' }],
    ['by words', { q: 'leather tote 77' }],
    ['by brand', { q: '', brand: ['oriel'] }],
  ]
  for (const [what, asked] of queries) {
    const { wallS } = await measured(
      async () => void (await readPool(ctx, { ...asked, sort: 'percent-off' })),
    )
    const { candidates } = await lookIntoPool(ctx, asked)
    console.log(`${what}: ${candidates} candidates, a page in ${Math.round(wallS * 1000)} ms`)
  }
  await database.close()
  await postgres.stop()
  remove()
}

const [, , task, to = ''] = process.argv
if (task === 'write') await writeFeed(to)
else await benchProductFeeds()
