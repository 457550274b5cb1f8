import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { migrate } from '#app/db/migrate.ts'
import { openDatabase } from '#app/db/open-database.ts'
import { fillAdminList } from '#bench/support/admin-deals.ts'
import { CONNECTIONS, load, startBare } from '#bench/support/feed-load.ts'
import { addMembers } from '#bench/support/members.ts'
import { givePriceStates } from '#bench/support/price-states.ts'
import { cpuMs, median, startServer, temporaryFolder } from '#bench/support/server-under-test.ts'
import { startPostgres } from '#test/support/databases/postgres-server.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 5)
const SECONDS = 3
const DEALS = 2000
const MEMBERS = 20_000

/**
 * What it costs to serve the feed of deals that say what their prices rest on, that end and that members doubt,
 * beside the same deals of which nothing of it is known: two servers in turns, each beside a bare one that sends
 * the same bytes.
 */
async function benchBases() {
  const postgres = await startPostgres()
  const { folder, remove } = temporaryFolder()
  const catalogues = {
    plain: async () => undefined,
    'with bases, badges and states': givePriceStates,
  }
  const started = []
  for (const [name, prepare] of Object.entries(catalogues)) {
    const url = `${postgres.url}c${started.length}`
    const admin = await openDatabase({ url: `${postgres.url}postgres`, dataDir: '' })
    await sql.raw(`create database c${started.length}`).execute(admin.db)
    await admin.close()
    const { db, close } = await openDatabase({ url, dataDir: '' })
    await migrate(db)
    await fillAdminList(db, DEALS)
    await prepare(db)
    const cookies = await addMembers(db, MEMBERS)
    await close()
    const dataDir = path.join(folder, `c${started.length}`)
    mkdirSync(dataDir)
    const server = await startServer({ DATABASE_URL: url, DATA_DIR: dataDir, TRUST_PROXY: '1' })
    started.push({ name, dataDir, server, cookies })
  }

  const targets = []
  for (const { name, dataDir, server, cookies } of started) {
    const asMember = { cookie: cookies[0] ?? '' }
    for (const [what, address, headers] of [
      ['visitor feed', '/api/deals?page=1&limit=12', undefined],
      ['visitor page', '/daily-deals', undefined],
      ['member feed', '/api/deals?page=1&limit=12', asMember],
      ['member page', '/daily-deals', asMember],
    ] as const) {
      const url = server.url + address
      const bare = await startBare(dataDir, what.replace(' ', '-'), url, headers)
      const as = headers && { asMembers: true as const }
      targets.push({ name, what, url, bare, cookies, pid: server.pid, as, ratios: [0], cpu: [0] })
    }
  }
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const target of targets) {
      const { url, bare, as, cookies, pid } = target
      const peer = await load({ url: bare.url, ...as }, cookies, round === 0 ? 1 : SECONDS)
      const before = cpuMs(pid)
      const ours = await load({ url, ...as }, cookies, round === 0 ? 1 : SECONDS)
      if (ours.non2xx > ours.requests.total / 100 || ours.errors > 0)
        throw new Error(`${url}: ${ours.non2xx} failed`)
      if (round === 0) Object.assign(target, { ratios: [], cpu: [] })
      else {
        target.ratios.push(ours.requests.average / peer.requests.average)
        target.cpu.push((cpuMs(pid) - before) / ours.requests.total)
      }
    }
  }

  console.log(`\nMedians of ${ROUNDS} rounds of ${SECONDS} s, ${CONNECTIONS} connections`)
  for (const { name, what, ratios, cpu } of targets) {
    const plain = targets.find((each) => each.what === what)
    const change = (median(ratios) / median(plain?.ratios ?? []) - 1) * 100
    const beside = name === 'plain' ? '' : `  ${change >= 0 ? '+' : ''}${change.toFixed(1)} %`
    console.log(
      `${what.padEnd(13)} ${name.padEnd(30)} ratio ${median(ratios).toFixed(3)}  CPU ${median(cpu).toFixed(3)} ms${beside}`,
    )
  }
  await Promise.all(targets.map(({ bare }) => bare.stop()))
  await Promise.all(started.map(({ server }) => server.stop()))
  await postgres.stop()
  remove()
}

await benchBases()
