import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { sql } from 'kysely'
import Stripe from 'stripe'
import { WebSocket } from 'ws'
import { hashPassword } from '#app/accounts/server/passwords/passwords.ts'
import type { Database } from '#app/db/database.ts'
import { migrate } from '#app/db/migrate.ts'
import { openDatabase } from '#app/db/open-database.ts'
import { sizeOfFeed } from '#app/deals/server/feed/feed.queries.ts'
import { addPlainDeals } from '#bench/support/plain-deals.ts'
import { startProgram, startServer, temporaryFolder } from '#bench/support/server-under-test.ts'
import { eventBody } from '#bench/support/webhook-events.ts'
import { startPostgres } from '#test/support/databases/postgres-server.ts'
import { freePort } from '#test/support/free-port.ts'

/** Enough members that none reaches a limit. All users have a membership and an open session. */
const MEMBERS = 20_000
const USERS = 1_000_000
const ALL_SIZES = [
  { deals: 1000, users: MEMBERS },
  { deals: 1000, users: USERS },
  { deals: 100_000, users: USERS },
  { deals: 1_000_000, users: USERS },
]
/** `npm run bench -- processes` runs all sizes, SIZES=1 the first. */
const SIZES = ALL_SIZES.slice(0, Number(process.env.SIZES ?? ALL_SIZES.length))
const SECONDS = 4
const CONNECTIONS = 20
const PASSWORD = 'a-password-of-a-bench'
const SECRET = 'whsec_bench'
/** The kernel's clock ticks per second, in which it counts CPU time. */
const TICKS = 100

type Ask = { method: string; path: string; headers: Record<string, string>; body?: string }
type Server = Pick<Awaited<ReturnType<typeof startServer>>, 'url' | 'pid' | 'stop'>

/**
 * Measures the request rate of one process, and the CPU per request with one and with two processes, while
 * the club and its catalogue grow: CPU of the serving processes only, without the database and the bench.
 * Requests are spread over all users.
 */
async function benchProcesses() {
  const postgres = await startPostgres()
  const url = `${postgres.url}postgres`
  const { db, work, close } = await openDatabase({ url, dataDir: '', isPatient: true })
  await migrate(work)
  console.log(`\nProcesses: ${SECONDS} s each, ${CONNECTIONS} at once`)
  for (const { deals, users } of SIZES) {
    await fillPeople(db, users)
    await fillDeals(db, deals)
    const alone = await measureAll(url, 1)
    const two = await measureAll(url, 2)
    console.log(
      `\n${deals.toLocaleString('en')} deals, ${users.toLocaleString('en')} users          1 process: /s, CPU ms   2 processes: /s, CPU ms   CPU 2/1`,
    )
    for (const [name, one] of alone) {
      const both = two.get(name)
      if (!both) continue
      console.log(
        `${name.padEnd(22)} ${one.rate.toFixed(0).padStart(8)} ${one.cpuMs.toFixed(2).padStart(8)}` +
          ` ${both.rate.toFixed(0).padStart(18)} ${both.cpuMs.toFixed(2).padStart(8)} ${(both.cpuMs / one.cpuMs).toFixed(2).padStart(12)}`,
      )
    }
  }
  await close()
  await postgres.stop()
}

async function measureAll(databaseUrl: string, processes: number) {
  const { folder, remove } = temporaryFolder()
  const servers: Server[] = []
  for (let count = 0; count < processes; count += 1) {
    servers.push(
      await startServer({
        DATABASE_URL: databaseUrl,
        DATA_DIR: folder,
        DEMO: '0',
        TRUST_PROXY: '1',
        STRIPE_WEBHOOK_SECRET: SECRET,
        STRIPE_API_BASE: 'http://127.0.0.1:9',
        LOG_LEVEL: 'silent',
      }),
    )
  }
  const results = new Map<string, { rate: number; cpuMs: number }>()
  for (const [name, ask] of Object.entries(KINDS)) {
    // Warms up each process equally long, because a warm one needs half the CPU.
    await measure(servers, ask, (SECONDS / 2) * processes)
    results.set(name, await measure(servers, ask, SECONDS))
  }
  results.set('socket opened', await measureSockets(servers))
  await Promise.all(servers.map((server) => server.stop()))
  for (const [name, { file, words, ask }] of Object.entries(bareOf(databaseUrl, folder))) {
    const bare = await Promise.all(servers.map(() => startBare(file, words)))
    await measure(bare, ask, (SECONDS / 2) * processes)
    results.set(name, await measure(bare, ask, SECONDS))
    await Promise.all(bare.map((server) => server.stop()))
  }
  remove()
  return results
}

/** The cost of a second process on this machine for any server: without a database, and with one statement. */
function bareOf(databaseUrl: string, folder: string) {
  return {
    'bare, a file': {
      file: 'bench/support/bare-server.ts',
      words: ['package-lock.json', 'application/json'],
      ask: () => get('/'),
    },
    'bare, one insert': {
      file: 'bench/support/bare-inbox.ts',
      words: [folder, databaseUrl],
      ask: (n: number): Ask => ({
        method: 'POST',
        path: '/',
        headers: { 'content-type': 'application/json' },
        // Different from the events above.
        body: eventBody(1_000_000_000 + n),
      }),
    },
  }
}

async function startBare(file: string, words: string[]): Promise<Server> {
  const port = await freePort()
  return {
    ...(await startProgram(file, [String(port), ...words])),
    url: `http://127.0.0.1:${port}`,
  }
}

let asked = 0
const signer = new Stripe('sk_test_bench').webhooks
const tokenOf = (n: number) => String(n).padStart(43, 'm')
let usersNow = 0
/** The requesting members are spaced evenly among all users. */
const whoAsks = (n: number) => (n % MEMBERS) * (usersNow / MEMBERS)
const member = (n: number) => ({ cookie: `session=${tokenOf(whoAsks(n))}` })
const get = (path: string, headers: Record<string, string> = {}): Ask => ({
  method: 'GET',
  path,
  headers,
})

const KINDS: Record<string, (n: number) => Ask> = {
  'feed, visitor': () => get('/api/deals?page=1&limit=12'),
  'feed, member': (n) => get('/api/deals?page=1&limit=12', member(n)),
  'page, visitor': () => get('/daily-deals'),
  'page, member': (n) => get('/daily-deals', member(n)),
  click: (n) => get(`/api/track/deal/d${String(n % 500).padStart(11, '0')}`, member(n)),
  'sign-in': (n) => ({
    method: 'POST',
    path: '/api/login',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `u${whoAsks(n)}@bench.test`, password: PASSWORD }),
  }),
  webhook: (n) => {
    // The first of each thirteen events, which brings no news, so the provider is not called.
    const body = eventBody(n * 13)
    const signature = signer.generateTestHeaderString({ payload: body, secret: SECRET })
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    return { method: 'POST', path: '/api/stripe/webhook', headers, body }
  },
}

async function measure(servers: Server[], ask: (n: number) => Ask, seconds: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const before = cpuMs(servers)
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1000
  let done = 0
  const refused = new Map<number, number>()
  const work = async (place: number) => {
    while (performance.now() < endsAt) {
      asked += 1
      const server = servers[(place + done) % servers.length] as Server
      const status = await send(server.url, ask(asked), agent)
      if (status !== 200) refused.set(status, (refused.get(status) ?? 0) + 1)
      done += 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, place) => work(place)))
  const took = (performance.now() - startedAt) / 1000
  agent.destroy()
  if (refused.size > 0) console.log('  not 200:', Object.fromEntries(refused), ask(asked).path)
  return { rate: done / took, cpuMs: (cpuMs(servers) - before) / done }
}

/** Opens the WebSockets of members' pages and closes them at once. */
async function measureSockets(servers: Server[]) {
  const count = 400
  const before = cpuMs(servers)
  const startedAt = performance.now()
  let next = 0
  const work = async () => {
    while (next < count) {
      const n = next
      next += 1
      const { url } = servers[n % servers.length] as Server
      await new Promise<void>((resolve) => {
        const headers = { origin: url, ...member(n), 'x-forwarded-for': addressOf(n) }
        const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers })
        socket.on('open', () => socket.close())
        socket.on('close', () => resolve())
        socket.on('error', () => resolve())
      })
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
  const took = (performance.now() - startedAt) / 1000
  return { rate: count / took, cpuMs: (cpuMs(servers) - before) / count }
}

/** An address in a different network for each number. */
function addressOf(n: number): string {
  return `${20 + (n % 200)}.${(n >> 8) % 256}.${(n >> 16) % 256}.1`
}

function send(url: string, { method, path, headers, body }: Ask, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const all = {
      ...headers,
      origin: url,
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': addressOf(asked),
    }
    request(`${url}${path}`, { agent, method, headers: all }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
      .on('error', reject)
      .end(body)
  })
}

/** The CPU time of the processes so far, including their threads. */
function cpuMs(servers: Server[]): number {
  return servers.reduce((sum, { pid }) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return sum + ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS
  }, 0)
}

async function fillPeople(db: Database, total: number) {
  const passwordHash = await hashPassword(PASSWORD)
  const numbers = sql`generate_series(${usersNow}::int, ${total - 1}::int) as n`
  await sql`
    insert into users (id, email, password_hash, confirmed_at)
    select 'u' || n, 'u' || n || '@bench.test', ${passwordHash}, now() from ${numbers}`.execute(db)
  await sql`
    insert into subscriptions (id, user_id, status, plan, price_cents)
    select 'sub_' || n, 'u' || n, 'active', 'annual', 9700 from ${numbers}`.execute(db)
  // The same hashes as `tokenOf` and `hashToken` make.
  await sql`
    insert into sessions (token_hash, user_id)
    select rtrim(translate(encode(sha256(lpad(n::text, 43, 'm')::bytea), 'base64'), '+/', '-_'), '='), 'u' || n
    from ${numbers}`.execute(db)
  usersNow = total
}

async function fillDeals(db: Database, total: number) {
  await addPlainDeals(db, { from: (await sizeOfFeed(db)).deals, to: total })
  await sql`vacuum analyze`.execute(db)
}

await benchProcesses()
