import { sql } from 'kysely'
import pg from 'pg'
import type { Database } from '#app/db/database.ts'
import { migrate } from '#app/db/migrate.ts'
import { openDatabase } from '#app/db/open-database.ts'
import { findFeed, sizeOfFeed } from '#app/deals/server/feed/feed.queries.ts'
import { addPlainDeals } from '#bench/support/plain-deals.ts'
import { median } from '#bench/support/server-under-test.ts'
import { startPostgres } from '#test/support/databases/postgres-server.ts'

const RUNS = 300
const LIMIT = 12

/** Measures the first page with its count, and a far page, from a thousand to a million deals. */
async function benchScale() {
  const postgres = await startPostgres()
  const url = `${postgres.url}postgres`
  const { db, close } = await openDatabase({ url, dataDir: '' })
  await migrate(db)

  console.log('\nScale on PostgreSQL: medians in ms')
  const first: number[] = []
  for (const deals of [1000, 100_000, 1_000_000]) {
    await fillTo(db, url, deals)
    const page1 = await timePage(db, 1)
    first.push(page1)
    console.log(
      `${deals.toLocaleString('en').padStart(9)} deals: first page and count ${page1.toFixed(3)}`,
    )
  }
  const [small = 0, , large = 0] = first
  const far = await timePage(db, 10_000)
  console.log(`first page at a million / at a thousand: ${(large / small).toFixed(2)}`)
  console.log(
    `page 10,000: ${far.toFixed(3)}, ${(far / small).toFixed(2)} times the first page at a thousand`,
  )
  console.log(await explainFeed(db))
  await close()
  await postgres.stop()
}

async function timePage(db: Database, page: number): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const startedAt = performance.now()
    const { deals: total } = await sizeOfFeed(db)
    const rows = await findFeed(db, { offset: (page - 1) * LIMIT, limit: LIMIT, total })
    times.push(performance.now() - startedAt)
    if (rows.length === 0) throw new Error(`Page ${page} is empty.`)
  }
  return median(times)
}

/**
 * On a connection of its own: the product's connections have a lock timeout, and autovacuum may hold the
 * lock.
 */
async function tidy(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}

async function fillTo(db: Database, url: string, total: number) {
  await addPlainDeals(db, { from: (await sizeOfFeed(db)).deals, to: total })
  await tidy(url)
}

async function explainFeed(db: Database): Promise<string> {
  const { rows } = await sql<Record<string, string>>`
    explain select id from deals where is_published and published_day <= '2026-01-01'
    order by published_day desc, published_at desc, feed_position, id offset 200 limit 12`.execute(
    db,
  )
  return rows.map((row) => Object.values(row)[0]).join('\n')
}

await benchScale()
