import { writeFileSync } from 'node:fs'
import path from 'node:path'
import autocannon from 'autocannon'
import {
  median,
  signIn,
  startProgram,
  startServer,
  temporaryFolder,
} from '#bench/support/server-under-test.ts'
import { freePort } from '#test/support/free-port.ts'
import { startPostgres } from '#test/support/postgres-server.ts'

const ROUNDS = 5
const SECONDS = 4
const CONNECTIONS = 20
const FEED = '/api/deals?page=1&limit=12'

type Target = { name: string; url: string; headers?: Record<string, string> }

/**
 * Requests per second of the feed beside a bare node:http server that sends the same bytes, in
 * turns.
 */
async function benchFeed() {
  const postgres = await startPostgres()
  const { folder, remove } = temporaryFolder()
  const server = await startServer({
    DATABASE_URL: `${postgres.url}postgres`,
    DATA_DIR: folder,
    DEMO: '1',
  })
  const cookie = await signIn(server.url)
  const bareFeed = await startBare(folder, 'feed.json', `${server.url}${FEED}`)
  const barePage = await startBare(folder, 'page.html', `${server.url}/daily-deals`)

  const targets: Target[] = [
    { name: 'bare node:http, same JSON', url: bareFeed.url },
    { name: 'feed as visitor', url: `${server.url}${FEED}` },
    { name: 'feed as member (PostgreSQL)', url: `${server.url}${FEED}`, headers: { cookie } },
    { name: 'bare node:http, same HTML', url: barePage.url },
    { name: '/daily-deals as visitor', url: `${server.url}/daily-deals` },
    {
      name: '/daily-deals as member (rendered)',
      url: `${server.url}/daily-deals`,
      headers: { cookie },
    },
  ]
  const results = new Map(
    targets.map(({ name }) => [name, { rps: [] as number[], p99: [] as number[] }]),
  )
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { name, ...options } of targets) {
      const result = await autocannon({
        ...options,
        connections: CONNECTIONS,
        duration: round === 0 ? 1 : SECONDS,
      })
      if (result.non2xx > 0 || result.errors > 0)
        throw new Error(`${name}: ${result.non2xx} failed`)
      if (round === 0) continue
      results.get(name)?.rps.push(result.requests.average)
      results.get(name)?.p99.push(result.latency.p99)
    }
  }

  const rpsOf = (name: string) => median(results.get(name)?.rps ?? [])
  console.log(`\nFeed: medians of ${ROUNDS} rounds of ${SECONDS} s, ${CONNECTIONS} connections`)
  for (const { name } of targets) {
    const bare =
      name.includes('/daily-deals') || name.includes('HTML')
        ? 'bare node:http, same HTML'
        : 'bare node:http, same JSON'
    const ratio = (rpsOf(name) / rpsOf(bare)).toFixed(3)
    const p99 = median(results.get(name)?.p99 ?? [])
    console.log(
      `${name.padEnd(36)} ${rpsOf(name).toFixed(0).padStart(7)} req/s  ratio ${ratio}  p99 ${p99} ms`,
    )
  }
  await Promise.all([bareFeed.stop(), barePage.stop(), server.stop()])
  await postgres.stop()
  remove()
}

async function startBare(folder: string, name: string, source: string) {
  const response = await fetch(source)
  const file = path.join(folder, name)
  writeFileSync(file, Buffer.from(await response.arrayBuffer()))
  const port = await freePort()
  const type = response.headers.get('content-type') ?? ''
  const { stop } = await startProgram('bench/support/bare-server.ts', [String(port), file, type])
  return { url: `http://127.0.0.1:${port}/`, stop }
}

await benchFeed()
