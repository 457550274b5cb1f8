import { spawn } from 'node:child_process'
import { loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { migrate } from '#app/db/migrate.ts'
import { openDatabase } from '#app/db/open-database.ts'
import { VOCABULARY } from '#app/deals/vocabulary/vocabulary.facts.ts'
import { fillCatalogue, tidyCatalogue } from '#bench/support/catalogue.ts'
import { addMembers } from '#bench/support/members.ts'
import { cpuMs, median, startServer, temporaryFolder } from '#bench/support/server-under-test.ts'
import { startPostgres } from '#test/support/databases/postgres-server.ts'

const PAGES = 150
const COMBINATIONS = 150
const TYPING_ERRORS = 60
const SUGGESTIONS_A_SECOND = 50
const SUGGESTION_SECONDS = 10
const ONE_BY_ONE = 100

/**
 * Compares search and filters with a plain page of the feed, without caches: no address is requested twice.
 * `FILLED_DATABASE` is a database that this bench has filled before; `ONLY=suggestions` skips the lists.
 */
async function benchFilters() {
  const { FILLED_DATABASE } = process.env
  const scales =
    process.argv[2] === 'large' ? [] : [{ deals: 2000, living: 2000, engine: 'embedded' as const }]
  for (const scale of scales) await benchOn({}, scale)
  if (FILLED_DATABASE) {
    await benchOn(
      { DATABASE_URL: FILLED_DATABASE },
      { deals: 0, living: 100_000, engine: 'PostgreSQL' },
    )
    return
  }
  for (const [deals, living] of [
    [2000, 2000],
    [1_000_000, 100_000],
  ] as const) {
    if (process.argv[2] === 'large' && deals < 1_000_000) continue
    if (process.argv[2] === 'small' && deals > 2000) continue
    const postgres = await startPostgres()
    await benchOn(
      { DATABASE_URL: `${postgres.url}postgres` },
      { deals, living, engine: 'PostgreSQL' },
    )
    await postgres.stop()
  }
}

async function benchOn(
  environment: Record<string, string>,
  { deals, living, engine }: { deals: number; living: number; engine: string },
) {
  const { folder, remove } = temporaryFolder()
  const { DATABASE_URL: url } = environment
  if (deals > 0) {
    const filling = await openDatabase({ url, dataDir: folder })
    await migrate(filling.db)
    await fillCatalogue(filling.db, { deals, living })
    await tidyCatalogue(filling)
    await filling.close()
  }
  const server = await startServer({ ...environment, DATA_DIR: folder, DEMO: '0' })
  const get = (address: string) => ask(server.url, address)

  if (process.env.ONLY !== 'suggestions') await benchLists(get, { living, engine })
  await benchSuggestions(server, { url, folder })
  await server.stop()
  remove()
}

async function benchLists(get: Get, { living, engine }: { living: number; engine: string }) {
  // In turns, so that other load on the machine affects all alike.
  const times = { feed: [] as number[], three: [] as number[], loose: [] as number[] }
  const misspelled: number[] = []
  const next = random(7)
  for (let round = -5; round < PAGES; round += 1) {
    const feed = await get(`/api/deals?page=${round + 6}&limit=12`)
    const three = round < COMBINATIONS ? await narrowed(get, combination(next)) : undefined
    const loose = `min=${round + 10}&off=1&not-category=${CATEGORIES[(round + 5) % CATEGORIES.length]}`
    const wide = round < 30 ? await narrowed(get, loose) : undefined
    const error =
      round < TYPING_ERRORS ? await get(`/api/deals?q=${typingError(round + 5)}`) : undefined
    if (round < 0) continue
    times.feed.push(feed)
    if (three !== undefined) times.three.push(three)
    if (wide !== undefined) times.loose.push(wide)
    if (error !== undefined) misspelled.push(error)
  }
  const feed = median(times.feed)
  const told = (name: string, all: number[]) =>
    console.log(
      `${name.padEnd(44)} ${median(all).toFixed(1).padStart(7)} ms  ${(median(all) / feed).toFixed(1)} times  (p90 ${(quantile(all, 0.9) / feed).toFixed(1)})`,
    )
  console.log(
    `\nFilters on ${engine}, ${living.toLocaleString('en')} living deals: medians, nothing kept`,
  )
  told('a page of the feed', times.feed)
  told('any three filters, list and facets', times.three)
  told('three that leave nearly everything', times.loose)
  told('a search with a typing error', misspelled)
}

/** Measures the CPU time of the server's process, and latency beside a busy feed. */
async function benchSuggestions(
  server: Awaited<ReturnType<typeof startServer>>,
  { url, folder }: { url: string | undefined; folder: string },
) {
  const next = random(3)
  console.log(`suggestions at ${SUGGESTIONS_A_SECOND} a second beside a busy feed`)
  const members = await membersOf(url, folder)
  for (const [who, typed, cookies] of [
    ['a visitor types a few letters', letters, NOBODY],
    ['a member types a few letters', letters, members],
    ['a member begins words of names', beginning, members],
    ['a member types a wrong letter', wrongLetter, members],
  ] as const) {
    if (cookies === members && members.length === 0) continue
    // Warms the cache, which is reloaded after each change of the deals, not for each letter.
    await ask(server.url, '/api/suggestions?q=zz', cookies[0])
    const cpuBefore = cpuMs(server.pid)
    for (let count = 0; count < ONE_BY_ONE; count += 1) {
      await ask(server.url, `/api/suggestions?q=${typed(next)}`, cookies[count % cookies.length])
    }
    const cpu = (cpuMs(server.pid) - cpuBefore) / ONE_BY_ONE
    const times = await suggestBesideFeed(server.url, () => typed(next), cookies)
    console.log(
      `  ${who.padEnd(34)} p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms; one after the other ${cpu.toFixed(2)} ms of CPU; load ${loadavg()[0]?.toFixed(1)}`,
    )
  }
}

type Get = (address: string) => Promise<number>

async function narrowed(get: Get, query: string): Promise<number> {
  return (await get(`/api/deals?${query}`)) + (await get(`/api/deals/facets?${query}`))
}

async function ask(url: string, address: string, cookie?: string): Promise<number> {
  const startedAt = performance.now()
  const response = await fetch(`${url}${address}`, cookie ? { headers: { cookie } } : {})
  await response.arrayBuffer()
  // A random filter that no deal matches is refused with 400.
  if (response.status !== 200 && response.status !== 400) {
    throw new Error(`${address} answered ${response.status}.`)
  }
  return performance.now() - startedAt
}

const CATEGORIES = VOCABULARY.category.map(({ value }) => value)
const COLOURS = VOCABULARY.colour.map(({ value }) => value)

/** A random combination of three filters. */
function combination(next: (below: number) => number): string {
  const of = (list: readonly string[]) => list[next(list.length)] ?? ''
  const filters = [
    () => `department=${of(['women', 'men', 'unisex', 'kids'])}`,
    () => `category=${of(CATEGORIES)}`,
    () => `category=${of(CATEGORIES)},${of(CATEGORIES)},${of(CATEGORIES)}`,
    () => `colour=${of(COLOURS)},${of(COLOURS)}`,
    () => `size=w-clothing-us${next(20) * 2}`,
    () => `max=${100 + next(900)}`,
    () => `min=${100 + next(900)}`,
    () => `off=${10 + next(60)}`,
    () => `save=${50 + next(500)}`,
    () => `brand=aubrelle`,
    () => `not-category=${of(CATEGORIES)}`,
    () => `q=${of(['aubrelle', 'boots', 'black', 'women', 'bags', 'red'])}`,
  ]
  const chosen: string[] = []
  while (chosen.length < 3) {
    const filter = filters[next(filters.length)]?.() ?? ''
    const [name = ''] = filter.split('=')
    if (!chosen.some((each) => each.startsWith(`${name}=`))) chosen.push(filter)
  }
  return chosen.join('&')
}

/** A brand's name with one or two wrong letters, different each time. */
function typingError(count: number): string {
  const letters = [...'aubrelle']
  const other = 'qwtyuiopsdfghjkzxcvnm'
  letters[1 + (count % 6)] = other[count % other.length] ?? 'x'
  return count % 3 === 0 ? `${letters.join('')}${other[count % 7]}` : letters.join('')
}

function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

const NOBODY: string[] = []
const LETTERS = 'aubrelinosvmdtkgpfzc'
/** Words from the catalogue: names, brands and categories. */
const NAMED = [
  ...[
    'silk',
    'wool',
    'linen',
    'leather',
    'suede',
    'cotton',
    'cashmere',
    'velvet',
    'midi',
    'cropped',
  ],
  ...[
    'belted',
    'pleated',
    'quilted',
    'ribbed',
    'dress',
    'coat',
    'blazer',
    'boots',
    'tote',
    'skirt',
  ],
]

function letters(next: (below: number) => number): string {
  return Array.from({ length: 2 + next(3) }, () => LETTERS[next(LETTERS.length)]).join('')
}

/** The beginnings of one or two words, so that hardly any query repeats. */
function beginning(next: (below: number) => number): string {
  const word = (least: number) => {
    const whole = NAMED[next(NAMED.length)] ?? ''
    return whole.slice(0, least + next(whole.length - least + 1))
  }
  return next(3) === 0 ? word(3) : `${word(4)}+${word(3)}`
}

function wrongLetter(next: (below: number) => number): string {
  const word = [...(NAMED[next(NAMED.length)] ?? '')]
  word[1 + next(word.length - 1)] = LETTERS[next(LETTERS.length)] ?? 'x'
  return next(2) === 0 ? word.join('') : `${word.join('')}+${NAMED[next(NAMED.length)]}`
}

/** Cookies of many members, because each may make only so many requests. */
async function membersOf(url: string | undefined, folder: string): Promise<string[]> {
  // The server holds the embedded database while it runs.
  if (url === undefined) return []
  const { db, close } = await openDatabase({ url, dataDir: folder })
  const cookies = await addMembers(db, 200)
  await close()
  return cookies
}

/** Latencies count from when each request was due, however late it was sent. */
async function suggestBesideFeed(
  url: string,
  typed: () => string,
  cookies: readonly string[],
): Promise<number[]> {
  const busy = spawn(
    process.execPath,
    [
      'node_modules/autocannon/autocannon.js',
      ...['-c', '4', '-d', String(SUGGESTION_SECONDS + 2), '--json'],
      `${url}/api/deals?page=1&limit=12`,
    ],
    { stdio: 'ignore' },
  )
  await delay(1000)
  const times: number[] = []
  const waiting: Promise<unknown>[] = []
  const startedAt = performance.now()
  for (let count = 0; count < SUGGESTIONS_A_SECOND * SUGGESTION_SECONDS; count += 1) {
    const dueAt = startedAt + (count * 1000) / SUGGESTIONS_A_SECOND
    await delay(Math.max(0, dueAt - performance.now()))
    const cookie = cookies[count % cookies.length]
    waiting.push(
      ask(url, `/api/suggestions?q=${typed()}`, cookie).then(() =>
        times.push(performance.now() - dueAt),
      ),
    )
  }
  await Promise.all(waiting)
  busy.kill()
  return times
}

await benchFilters()
