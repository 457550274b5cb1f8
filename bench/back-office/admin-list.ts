import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import { migrate } from '#app/db/migrate.ts'
import { openDatabase } from '#app/db/open-database.ts'
import { openAdminCalls } from '#bench/support/admin-calls.ts'
import { fillAdminList } from '#bench/support/admin-deals.ts'
import { startServer, temporaryFolder } from '#bench/support/server-under-test.ts'
import { startPostgres } from '#test/support/databases/postgres-server.ts'

const DEALS = 20_000
const RUNS = 100
const WARM_UP = 10
const AT_ONCE = 500
const ADMIN_PASSWORD = 'the-back-office-1'

/** The curator's queries, with the plainest SQL that finds the same rows. */
const QUESTIONS = [
  { name: 'first page', query: '', where: sql`true` },
  { name: 'page 300', query: 'page=300', where: sql`true`, offset: 299 * 50 },
  { name: 'one day', query: 'day=2025-09-01', where: sql`deals.created_day = '2025-09-01'` },
  { name: 'one brand', query: 'brand=Maison 7', where: sql`brands.name = 'Maison 7'` },
  {
    name: 'unpublished previews',
    query: 'state=unpublished&preview=1',
    where: sql`not is_published and is_preview`,
  },
  {
    name: 'search, 1 in 5',
    query: 'q=scarf',
    where: sql`(product_name ilike '%scarf%' or brands.name ilike '%scarf%' or retailers.name ilike '%scarf%')`,
  },
  {
    name: 'search, one deal',
    query: 'q=17777',
    where: sql`(product_name ilike '%17777%' or brands.name ilike '%17777%' or retailers.name ilike '%17777%')`,
  },
]

/** Measures the list of deals at 20,000 deals, over HTTP and as bare SQL, on both engines. */
async function benchAdminList() {
  const postgres = await startPostgres()
  await benchEngine('PostgreSQL', { DATABASE_URL: `${postgres.url}postgres` })
  await postgres.stop()
  await benchEngine('embedded', {})
}

async function benchEngine(engine: string, environment: Record<string, string>) {
  const { folder, remove } = temporaryFolder()
  const open = () => openDatabase({ url: environment.DATABASE_URL, dataDir: folder })
  const filling = await open()
  await migrate(filling.db)
  await fillAdminList(filling.db, DEALS)
  await filling.close()

  const server = await startServer({ ...environment, DATA_DIR: folder, DEMO: '0', ADMIN_PASSWORD })
  const admin = await openAdminCalls(server.url, ADMIN_PASSWORD)
  const overHttp = new Map<string, number[]>()
  for (const { name, query } of QUESTIONS) {
    overHttp.set(name, await timeEach(() => admin.get(`/api/admin/deals?${encodeURI(query)}`)))
  }
  const filters = await timeEach(() => admin.get('/api/admin/deals/filters'))
  const many = await timeMany(admin)
  await server.stop()

  // Only one process at a time can open the embedded database.
  const { db, close } = await open()
  console.log(`\nDesk at ${DEALS.toLocaleString('en')} deals on ${engine}: ms, p50 / p99`)
  for (const { name, where, offset = 0 } of QUESTIONS) {
    const bare = await timeEach(() => askBare(db, { where, offset }))
    const times = overHttp.get(name) ?? []
    const ratio = (quantile(times, 0.5) / quantile(bare, 0.5)).toFixed(2)
    console.log(`${name.padEnd(24)} ${shown(times)}   bare SQL ${shown(bare)}   ratio ${ratio}`)
  }
  console.log(`${'what the filters offer'.padEnd(24)} ${shown(filters)}`)
  for (const [verb, ms] of many) {
    console.log(`${`${verb} ${AT_ONCE}`.padEnd(24)} ${ms.toFixed(0).padStart(6)}`)
  }
  await close()
  remove()
}

async function askBare(db: Database, { where, offset }: { where: unknown; offset: number }) {
  const from = sql`from deals left join brands on brands.id = brand_id
    join retailers on retailers.id = retailer_id where deleted_at is null and ${where}`
  await sql`select count(*) ${from}`.execute(db)
  await sql`select deals.*, brands.name as brand, retailers.name as retailer ${from}
    order by deals.created_day desc, deals.created_at desc, feed_position, deals.id
    limit 50 offset ${offset}`.execute(db)
}

type BenchClient = Awaited<ReturnType<typeof openAdminCalls>>

async function timeMany({ post }: BenchClient): Promise<Array<[string, number]>> {
  // The newest two weeks; the few deleted deals among them stay as they are.
  const ids = Array.from(
    { length: AT_ONCE },
    (_, index) => `d${String(DEALS - 1 - index).padStart(11, '0')}`,
  )
  const { warnings } = await post('/api/admin/deals/warnings', { ids })
  const seenWarnings = warnings.map(({ key }: { key: string }) => key)
  const verbs: Array<[string, string, object]> = [
    ['take back', 'publish', { ids, isPublished: false }],
    ['publish', 'publish', { ids, isPublished: true, seenWarnings }],
    ['delete', 'delete', { ids }],
    ['restore', 'restore', { ids }],
  ]
  const times: Array<[string, number]> = []
  for (const [name, verb, body] of verbs) {
    const startedAt = performance.now()
    await post(`/api/admin/deals/${verb}`, body)
    times.push([name, performance.now() - startedAt])
  }
  return times
}

async function timeEach(work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let run = -WARM_UP; run < RUNS; run += 1) {
    const startedAt = performance.now()
    await work()
    if (run >= 0) times.push(performance.now() - startedAt)
  }
  return times
}

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

function shown(times: number[]): string {
  return [0.5, 0.99].map((share) => quantile(times, share).toFixed(1).padStart(6)).join(' /')
}

await benchAdminList()
