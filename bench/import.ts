// Imports 10,000 deals in one go and prints how fast that is, beside the bare library parsing the
// same file, and for how long the importing process could not have served anybody.
// Run `node bench/import.ts`; with DATABASE_URL also on that server, in a database of its own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { utils, write } from '@e965/xlsx'
import { sql } from 'kysely'
import { type OpenDatabase, openDatabase } from '#app/db/database.ts'
import { migrate } from '#app/db/migrate.ts'
import { importDeals } from '#app/deals/server/deal-import.ts'
import { createStorage } from '#app/server/storage.ts'

const ROWS = 10_000

const folder = mkdtempSync(path.join(tmpdir(), 'nouveau-bench-'))
const bytes = makeSheet()
try {
  const bareMs = await parseBare()
  console.log(`${ROWS} rows, ${(bytes.length / 1024).toFixed(0)} KiB .xlsx`)
  console.log(`bare library, same limits, in a process of its own: ${bareMs.toFixed(0)} ms`)
  await measure('embedded', bareMs, await openDatabase({ url: undefined, dataDir: folder }))
  const server = process.env.DATABASE_URL
  if (server) await onOwnDatabase(server, (database) => measure('PostgreSQL', bareMs, database))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measure(engine: string, bareMs: number, database: OpenDatabase) {
  await migrate(database.db)
  const storage = await createStorage({ cdnUrl: undefined, s3: undefined }, folder)
  const ctx = { db: database.db, storage, now: () => new Date() }
  const stages = new Map<string, number>()
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const startBytes = process.memoryUsage.rss()
  let peakBytes = startBytes
  const sampler = setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss())
  }, 20)

  delay.enable()
  const startedAt = performance.now()
  const report = await importDeals(ctx, {
    fileName: 'deals.xlsx',
    bytes,
    isDryRun: false,
    onProgress: ({ stage }) => stages.set(stage, performance.now() - startedAt),
  })
  const tookMs = performance.now() - startedAt
  delay.disable()
  clearInterval(sampler)
  await database.close()

  console.log(
    `${engine}: ${report.createdCount} deals in ${tookMs.toFixed(0)} ms,`,
    `${((ROWS / tookMs) * 1000).toFixed(0)} rows/s, ${(tookMs / bareMs).toFixed(1)} x the bare library,`,
    `longest stall ${(delay.max / 1e6).toFixed(0)} ms (p99 ${(delay.percentile(99) / 1e6).toFixed(0)} ms),`,
    `peak ${inMib(peakBytes)} MiB, of which ${inMib(startBytes)} before it began`,
  )
  const ends = [...stages].map(([stage, atMs]) => `${stage} until ${atMs.toFixed(0)} ms`)
  console.log(`  ${ends.join(', ')}`)
}

function inMib(bytes: number) {
  return (bytes / 1024 ** 2).toFixed(0)
}

/** What reading cannot cost less than: the library alone, and a process to run it in. */
async function parseBare(): Promise<number> {
  const file = path.join(folder, 'bare.xlsx')
  writeFileSync(file, bytes)
  const program = `
    import { readFileSync } from 'node:fs'
    import { read } from '@e965/xlsx'
    read(readFileSync(${JSON.stringify(file)}), { dense: true, sheetRows: 10002 })`
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: 'inherit',
  })
  await once(child, 'close')
  return performance.now() - startedAt
}

function makeSheet(): Buffer {
  const rows = Array.from({ length: ROWS }, (_, index) => ({
    Brand: `House of ${index % 450}`,
    'Product Name': `Double-breasted wool coat with horn buttons, number ${index}`,
    'Original Price': 1290 + (index % 700),
    'Sale Price': 645.5,
    'Buy URL': `https://www.shop-${index % 400}.example/coats/${index}?colour=navy&size=38`,
    Retailer: `Shop ${index % 400}`,
    Category: 'Coats',
    Sizes: '34|36|38|40|42',
    Preview: index % 10 === 0 ? 'yes' : 'no',
    Published: 'yes',
    Splash: 'no',
    Carousel: index % 6,
    'Published At': `2026-${String(1 + (index % 9)).padStart(2, '0')}-${String(1 + (index % 28)).padStart(2, '0')} 09:30`,
  }))
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.json_to_sheet(rows), 'Deals')
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true, bookSST: true })
}

async function onOwnDatabase(url: string, work: (database: OpenDatabase) => Promise<void>) {
  const admin = await openDatabase({ url, dataDir: folder })
  const name = `bench_import_${process.pid}`
  await sql`create database ${sql.id(name)}`.execute(admin.db)
  try {
    const own = new URL(url)
    own.pathname = `/${name}`
    await work(await openDatabase({ url: own.href, dataDir: folder }))
  } finally {
    await sql`drop database ${sql.id(name)} with (force)`.execute(admin.db)
    await admin.close()
  }
}
