import { openDatabase } from '#app/db/open-database.ts'
import { startNginx } from '#bench/support/bare-nginx.ts'
import { CONNECTIONS, load, startBare } from '#bench/support/feed-load.ts'
import { addMembers } from '#bench/support/members.ts'
import { cpuMs, median, startServer, temporaryFolder } from '#bench/support/server-under-test.ts'
import { startPostgres } from '#test/support/databases/postgres-server.ts'

const ROUNDS = 5
const SECONDS = 4
const FEED = '/api/deals?page=1&limit=12'

/** Many, because each may read the feed only so often an hour. */
const MEMBERS = 20_000
/** The header that browsers send. */
const PACKED = { 'accept-encoding': 'gzip, deflate, br, zstd' }

type Target = {
  name: string
  url: string
  /** The name of the target it is compared with. */
  bare: string
  headers?: Record<string, string>
  asMembers?: true
  /** The process whose CPU time is reported; absent for the bare server. */
  pid?: number
}

/**
 * Measures requests per second of the feed, in turns with a bare node:http server that sends the same bytes.
 */
async function benchFeed() {
  const postgres = await startPostgres()
  const { folder, remove } = temporaryFolder()
  const server = await startServer({
    DATABASE_URL: `${postgres.url}postgres`,
    DATA_DIR: folder,
    DEMO: '1',
    TRUST_PROXY: '1',
  })
  const { db, close } = await openDatabase({ url: `${postgres.url}postgres`, dataDir: '' })
  const cookies = await addMembers(db, MEMBERS)
  await close()
  const feed = `${server.url}${FEED}`
  const page = `${server.url}/daily-deals`
  const asMember = { cookie: cookies[0] ?? '' }
  const peers = {
    feed: await startBare(folder, 'feed.json', feed),
    memberFeed: await startBare(folder, 'member-feed.json', feed, asMember),
    page: await startBare(folder, 'page.html', page),
    memberPage: await startBare(folder, 'member-page.html', page, asMember),
    packedPage: await startBare(folder, 'page.br', page, PACKED),
    packedMemberPage: await startBare(folder, 'member-page.br', page, { ...PACKED, ...asMember }),
  }
  // Undefined if it is not installed.
  const nginx = await startNginx(folder, 'page.html')
  const { pid } = server
  const bareOf = (name: string, { url }: { url: string }): Target => ({ name, url, bare: name })
  const targets: Target[] = [
    bareOf('bare, visitor feed', peers.feed),
    { name: 'visitor feed', url: feed, bare: 'bare, visitor feed', pid },
    { ...bareOf('bare, member feed', peers.memberFeed), asMembers: true },
    { name: 'member feed', url: feed, bare: 'bare, member feed', pid, asMembers: true },
    bareOf('bare, visitor page', peers.page),
    { name: 'visitor page', url: page, bare: 'bare, visitor page', pid },
    ...(nginx
      ? [
          {
            name: 'visitor page, nginx',
            bare: 'bare, visitor page',
            url: nginx.url,
            pid: nginx.pid,
          },
        ]
      : []),
    { ...bareOf('bare, member page', peers.memberPage), asMembers: true },
    { name: 'member page', url: page, bare: 'bare, member page', pid, asMembers: true },
    bareOf('bare, visitor page as brotli', peers.packedPage),
    {
      name: 'visitor page as brotli',
      url: page,
      bare: 'bare, visitor page as brotli',
      pid,
      headers: PACKED,
    },
    { ...bareOf('bare, member page as brotli', peers.packedMemberPage), asMembers: true },
    {
      name: 'member page as brotli',
      url: page,
      bare: 'bare, member page as brotli',
      pid,
      headers: PACKED,
      asMembers: true,
    },
  ]
  const asked = process.argv.slice(2)
  const measured = targets.filter(
    ({ name, bare }) => asked.length === 0 || asked.some((each) => [name, bare].includes(each)),
  )
  const unknown = asked.filter(
    (each) => !targets.some(({ name, bare }) => [name, bare].includes(each)),
  )
  if (unknown.length > 0) throw new Error(`There is nothing called ${unknown.join(', ')}.`)
  const results = new Map(
    measured.map(({ name }) => [
      name,
      { rps: [] as number[], p99: [] as number[], cpu: [] as number[] },
    ]),
  )
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const target of measured) {
      const before = target.pid === undefined ? 0 : cpuMs(target.pid)
      const result = await load(target, cookies, round === 0 ? 1 : SECONDS)
      // On a busy machine a few requests are told to retry; more would make the figure meaningless.
      if (result.non2xx > result.requests.total / 100 || result.errors > 0)
        throw new Error(`${target.name}: ${result.non2xx} failed`)
      if (round === 0) continue
      const found = results.get(target.name)
      found?.rps.push(result.requests.average)
      found?.p99.push(result.latency.p99)
      if (target.pid) found?.cpu.push((cpuMs(target.pid) - before) / result.requests.total)
    }
  }

  const rpsOf = (name: string) => median(results.get(name)?.rps ?? [])
  console.log(`\nFeed: medians of ${ROUNDS} rounds of ${SECONDS} s, ${CONNECTIONS} connections`)
  for (const { name, bare, pid: isOurs } of measured) {
    const ratio = (rpsOf(name) / rpsOf(bare)).toFixed(3)
    const { p99 = [], cpu = [] } = results.get(name) ?? {}
    const ours = isOurs ? `ratio ${ratio}  CPU ${median(cpu).toFixed(3)} ms` : ''
    console.log(
      `${name.padEnd(30)} ${rpsOf(name).toFixed(0).padStart(7)} req/s  p99 ${median(p99)} ms  ${ours}`,
    )
  }
  await Promise.all([
    ...Object.values(peers).map(({ stop }) => stop()),
    nginx?.stop(),
    server.stop(),
  ])
  await postgres.stop()
  remove()
}

await benchFeed()
