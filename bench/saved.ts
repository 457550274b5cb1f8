import { Agent, request } from 'node:http'
import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import { migrate } from '#app/db/migrate.ts'
import { openDatabase } from '#app/db/open-database.ts'
import { fillCatalogue, tidyCatalogue } from '#bench/support/catalogue.ts'
import { CONNECTIONS, load } from '#bench/support/feed-load.ts'
import { addMembers } from '#bench/support/members.ts'
import {
  cpuMs,
  median,
  startProgram,
  startServer,
  temporaryFolder,
} from '#bench/support/server-under-test.ts'
import { startPostgres } from '#test/support/databases/postgres-server.ts'
import { freePort } from '#test/support/free-port.ts'

const ROUNDS = 5
const DEALS = 400
/** Each saves one deal per round. */
const SAVERS = 1000
const READERS = 4000
/** Nearly as many as a list can hold. */
const SAVED_BY_EACH = 300
const SECONDS = 4
const PAGE = '/daily-deals'
const FEED = '/api/deals?page=1&limit=12'

/**
 * Compares saving a deal with a bare HTTP server that inserts the same row, and measures what hearts add to
 * the feed of members who saved nothing or hundreds, and to the call that lists their saved deals. In turns,
 * on PostgreSQL that waits for the disk.
 */
async function benchSaved() {
  const postgres = await startPostgres({ keepsRows: true })
  const { folder, remove } = temporaryFolder()
  const databaseUrl = `${postgres.url}postgres`
  const { db, close } = await openDatabase({ url: databaseUrl, dataDir: '' })
  await migrate(db)
  await fillCatalogue(db, { deals: DEALS, living: DEALS })
  await tidyCatalogue({ db })
  const server = await startServer({
    ...{ DATABASE_URL: databaseUrl, DATA_DIR: folder },
    ...{ DEMO: '0', TRUST_PROXY: '1' },
  })
  const barePort = await freePort()
  const bare = await startProgram('bench/support/bare-saves.ts', [
    String(barePort),
    folder,
    databaseUrl,
  ])
  const bareUrl = `http://127.0.0.1:${barePort}/`

  const cookies = await addMembers(db, SAVERS)
  const deals = await dealsOf(db)
  const bareUsers = await usersOf(db)
  const rates = { bare: [] as number[], saved: [] as number[] }
  const cpu: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const dealId = deals[round] ?? ''
    // For other users than those who save, in the same table.
    const other = deals[deals.length - 1 - round] ?? ''
    const inserted = await ask(bareUsers, (userId) => ({
      ...{ url: bareUrl, method: 'POST', headers: {} },
      body: JSON.stringify({ userId, dealId: other }),
    }))
    const before = cpuMs(server.pid)
    const saved = await ask(cookies, (cookie, at) => ({
      url: `${server.url}/api/saved/${dealId}`,
      method: 'PUT',
      headers: { cookie, origin: server.url, 'x-forwarded-for': networkOf(at) },
      body: '{}',
    }))
    if (round === 0) continue
    rates.bare.push(inserted)
    rates.saved.push(saved)
    cpu.push((cpuMs(server.pid) - before) / SAVERS)
  }
  const [bareRate, rate] = [median(rates.bare), median(rates.saved)]
  console.log(`\nSaving: medians of ${ROUNDS} rounds of ${SAVERS}, ${CONNECTIONS} at once`)
  console.log(
    `bare insert ${bareRate.toFixed(0)} /s, saved ${rate.toFixed(0)} /s: ${(bareRate / rate).toFixed(1)} times (3), CPU ${median(cpu).toFixed(2)} ms`,
  )

  const [without, having] = [await addMembers(db, READERS), await addMembers(db, READERS)]
  await fillLists(db, having)
  const targets = [
    { name: 'page, nothing saved', url: PAGE, cookies: without },
    { name: `page, ${SAVED_BY_EACH} saved`, url: PAGE, cookies: having },
    { name: 'list, nothing saved', url: FEED, cookies: without },
    { name: `list, ${SAVED_BY_EACH} saved`, url: FEED, cookies: having },
    { name: 'which are saved: none', url: '/api/saved/ids', cookies: without },
    { name: `which are saved: ${SAVED_BY_EACH}`, url: '/api/saved/ids', cookies: having },
  ]
  const found = targets.map((target) => ({ ...target, cpu: [] as number[], rps: [] as number[] }))
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const each of found) {
      const before = cpuMs(server.pid)
      const url = `${server.url}${each.url}`
      const result = await load({ url, asMembers: true }, each.cookies, round === 0 ? 1 : SECONDS)
      if (round === 0) continue
      each.cpu.push((cpuMs(server.pid) - before) / result.requests.total)
      each.rps.push(result.requests.average)
    }
  }
  console.log(`\nThe feed of members: medians of ${ROUNDS} rounds of ${SECONDS} s`)
  for (const [at, { name, cpu: each, rps }] of found.entries()) {
    const base = found[at - (at % 2)]?.cpu ?? []
    console.log(
      `${name.padEnd(28)} ${median(rps).toFixed(0).padStart(6)} req/s  CPU ${median(each).toFixed(3)} ms  ${(median(each) / median(base)).toFixed(2)} times`,
    )
  }
  await close()
  await Promise.all([server.stop(), bare.stop()])
  await postgres.stop()
  remove()
}

async function dealsOf(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('deals')
    .select('id')
    .where('isPublished', '=', true)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The same number of other users, for the rows of the bare server. */
async function usersOf(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into users (id, email, password_hash)
    select 'bare' || n, 'bare' || n || '@bench.test', 'none' from generate_series(1, ${SAVERS}::int) as n
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Fills the lists of the members with these sessions. */
async function fillLists(db: Database, cookies: string[]): Promise<void> {
  await sql`
    insert into saved_deals (user_id, deal_id, saved_at, sale_price_cents)
    select user_id, deals.id, now(), sale_price_cents
    from (select user_id from sessions order by created_at desc, user_id desc limit ${cookies.length}::int) as people
    cross join (select id, sale_price_cents from deals where is_published order by id limit ${SAVED_BY_EACH}::int) as deals
    on conflict do nothing`.execute(db)
  await sql`analyze saved_deals`.execute(db)
}

function networkOf(at: number): string {
  return `10.9.${at >> 8}.${at & 255}`
}

type Call = { url: string; method: string; headers: Record<string, string>; body: string }

/** Makes one call per person, some in parallel; returns calls per second. */
async function ask(
  people: string[],
  callOf: (person: string, at: number) => Call,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  let next = 0
  const work = async () => {
    for (let at = next++; at < people.length; at = next++) {
      const call = callOf(people[at] ?? '', at)
      const status = await send(agent, call)
      if (status !== 200) throw new Error(`${call.url} answered ${status}.`)
    }
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
  const seconds = (performance.now() - startedAt) / 1000
  agent.destroy()
  return people.length / seconds
}

function send(agent: Agent, { url, method, headers, body }: Call): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const all = { 'content-type': 'application/json', ...headers }
    request(url, { agent, method, headers: all }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode))
    })
      .on('error', reject)
      .end(body)
  })
}

await benchSaved()
