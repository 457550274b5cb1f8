import { readdirSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Access } from '#app/server/http/guards.ts'
import { newToken } from '#app/server/tokens.ts'
import { startServer, temporaryFolder } from '#bench/support/server-under-test.ts'
import { allCalls, type Call, DEAL_ID } from '#test/access/all-calls.ts'
import { startPostgres } from '#test/support/databases/postgres-server.ts'

const WARM = 3
const TIMES = 12
const MOST_MS = 5
const TOLD_MS = 1

/** What limits the rate of costlier requests, as `docs/performance.md` describes it. */
const LIMITED: ReadonlyArray<[RegExp, string]> = [
  [
    /^GET \/(?!api\/)|^a page|^a search|filters/,
    'places of its class, a network has half of the queue',
  ],
  [/^GET \/api\/deals|^GET \/api\/suggestions/, 'places of searches, so many of one network'],
  [
    /sessions?$|\/login|password|sign-up|wrong password/,
    'two passwords at once, tries of a network and of all',
  ],
  [/share picture/, 'two pictures in the making'],
]

type Case = {
  name: string
  method: string
  /** The address of the n-th request, different each time so that caches do not help. */
  url: (n: number) => string
  headers?: Record<string, string>
  payload?: string | Buffer
}
type Found = { name: string; ms: number; statuses: string }

/**
 * Measures what one unauthenticated request costs the serving process: for every route, as it is, with an
 * invented session, and with an address never requested before; and for requests known to be costly. CPU of
 * all threads minus the idle share; one request after the other, each from another network, so that no limit
 * applies.
 */
async function benchUnauthenticated() {
  const postgres = await startPostgres()
  const { folder, remove } = temporaryFolder()
  const server = await startServer({
    DATABASE_URL: `${postgres.url}postgres`,
    DATA_DIR: folder,
    DEMO: '1',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'error',
  })
  const { deals } = (await (await fetch(`${server.url}/api/deals?limit=48`)).json()) as {
    deals: Array<{ id: string }>
  }
  const ids = deals.map(({ id }) => id)
  const idle = await idleShare(server.pid)
  const found: Found[] = []
  for (const each of [...ofRoutes(ids), ...knownToCost(ids)]) {
    found.push(await measure(server, each, idle))
  }
  await server.stop()
  await postgres.stop()
  remove()
  tell(found)
}

function tell(found: Found[]) {
  const sorted = found.toSorted((a, b) => b.ms - a.ms)
  const above = sorted.filter(({ ms }) => ms > MOST_MS)
  console.log(
    `\nOne request of nobody in particular: ${found.length} ways to ask, median ${sorted[Math.floor(sorted.length / 2)]?.ms.toFixed(2)} ms of CPU, ${above.length} above ${MOST_MS} ms`,
  )
  for (const { name, ms, statuses } of sorted.filter((each) => each.ms > TOLD_MS).slice(0, 60)) {
    const limit = ms > MOST_MS ? `  (${limitOf(name) ?? 'NOTHING LIMITS IT'})` : ''
    console.log(`${ms.toFixed(2).padStart(8)} ms  ${statuses.padEnd(10)} ${name}${limit}`)
  }
  if (above.some(({ name }) => limitOf(name) === undefined)) process.exitCode = 1
}

function limitOf(name: string): string | undefined {
  return LIMITED.find(([pattern]) => pattern.test(name))?.[1]
}

/** The routes as listed in `docs/security.md`, which is generated from them. */
function ofRoutes(ids: string[]): Case[] {
  const rows = readFileSync('docs/security.md', 'utf8').matchAll(
    /^\| `([A-Z, ]+) (\/\S*)` \| (\w+)/gm,
  )
  const routeTable = [...rows].flatMap(([, methods = '', url = '', access]) =>
    methods
      .split(', ')
      .filter((method) => method !== 'HEAD')
      .map((method) => ({ method, url, access: access as Access, roles: [] })),
  )
  return allCalls({ routeTable }).flatMap((call) => waysToAsk(call, ids))
}

function waysToAsk({ name, method, url, body }: Call, ids: string[]): Case[] {
  const { payload } = body
  const plain: Case = {
    name,
    method,
    url: (n) => url.replace(DEAL_ID, ids[n % ids.length] ?? ''),
    headers: {
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...(body.headers as Record<string, string> | undefined),
    },
    ...(payload === undefined
      ? {}
      : {
          payload: Buffer.isBuffer(payload)
            ? payload
            : typeof payload === 'string'
              ? payload
              : JSON.stringify(payload),
        }),
  }
  if (method !== 'GET') return [plain]
  return [
    plain,
    {
      ...plain,
      name: `${name}, a session made up`,
      headers: { cookie: `session=${newToken()}; admin=${newToken()}` },
    },
    {
      ...plain,
      name: `${name}, asked for as never before`,
      url: (n) => `${plain.url(n)}?page=${n + 2}&q=word${n}&plan=${n}&year=${2000 + n}`,
    },
  ]
}

function knownToCost(ids: string[]): Case[] {
  const json = { 'content-type': 'application/json' }
  const marks = JSON.stringify({ a: Array.from({ length: 1900 }, () => 1) })
  const get = (name: string, url: (n: number) => string): Case => ({ name, method: 'GET', url })
  return [
    get('a share picture that nobody has asked for', (n) => `/share/deal/${ids[n]}.jpg`),
    get('a search with a typing error', (n) => `/api/deals?q=lether+bga${n}`),
    get('a page of a search', (n) => `/daily-deals?q=lether+bga${n}`),
    get('three filters', (n) => `/api/deals?category=coats&under=${100 + n}&off=40`),
    get(
      'facets of three filters',
      (n) => `/api/deals/facets?category=coats&under=${100 + n}&off=40`,
    ),
    get('a page far down the feed', (n) => `/daily-deals?page=${n + 3}`),
    {
      name: '4 KB of marks',
      method: 'POST',
      url: () => '/api/login',
      headers: json,
      payload: marks,
    },
    {
      name: 'a webhook of 512 KB with a false signature',
      method: 'POST',
      url: () => '/api/stripe/webhook',
      headers: {
        ...json,
        'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`,
      },
      payload: JSON.stringify({ a: 'x'.repeat(500 * 1024) }),
    },
    {
      name: 'signing in with a wrong password',
      method: 'POST',
      url: () => '/api/login',
      headers: json,
      payload: JSON.stringify({ email: 'nobody@people.test', password: 'not-the-one' }),
    },
  ]
}

type Server = { url: string; pid: number }
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
let networks = 0

async function measure(server: Server, each: Case, idle: number): Promise<Found> {
  const statuses = new Set<number>()
  for (let n = 0; n < WARM; n += 1) await ask(server, each, TIMES + n)
  const [before, startedAt] = [cpuNs(server.pid), performance.now()]
  for (let n = 0; n < TIMES; n += 1) statuses.add(await ask(server, each, n))
  const elapsed = performance.now() - startedAt
  const cpu = (cpuNs(server.pid) - before) / 1e6 - idle * elapsed
  return { name: each.name, ms: Math.max(0, cpu / TIMES), statuses: [...statuses].join(' ') }
}

function ask({ url }: Server, { method, url: path, headers, payload }: Case, n: number) {
  networks += 1
  return new Promise<number>((resolve, reject) => {
    const sent = request(
      url + path(n),
      {
        agent,
        method,
        headers: {
          'sec-fetch-site': 'same-origin',
          'x-forwarded-for': `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}`,
          ...headers,
        },
      },
      (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? 0))
      },
    )
    sent.on('error', reject).end(payload)
  })
}

/** CPU milliseconds per millisecond without requests. */
async function idleShare(pid: number): Promise<number> {
  await delay(3000)
  const before = cpuNs(pid)
  await delay(3000)
  return (cpuNs(pid) - before) / 1e6 / 3000
}

/** The CPU time of all threads in nanoseconds; `/proc/PID/stat` counts only hundredths of a second. */
function cpuNs(pid: number): number {
  return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
    const [ran = '0'] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')
    return sum + Number(ran)
  }, 0)
}

await benchUnauthenticated()
