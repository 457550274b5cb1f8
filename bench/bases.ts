import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import { migrate } from '#app/db/migrate.ts'
import { openDatabase } from '#app/db/open-database.ts'
import { fillAdminList } from '#bench/support/admin-deals.ts'
import { CONNECTIONS, load, startBare } from '#bench/support/feed-load.ts'
import { addMembers } from '#bench/support/members.ts'
import { givePriceStates } from '#bench/support/price-states.ts'
import { cpuMs, median, startServer, temporaryFolder } from '#bench/support/server-under-test.ts'
import { startPostgres } from '#test/support/databases/postgres-server.ts'

/** Each round measures every case once; the order alternates. */
const ROUNDS = Number(process.env.ROUNDS ?? 10)
const TURN_SECONDS = 1
const DEALS = 2000
const MEMBERS = 20_000
const PLAIN = 'plain'
const WITH = 'with bases, badges and states'

const FEED = '/api/deals?page=1&limit=12'
const PAGE = '/daily-deals'
const AS_BROWSERS = { 'accept-encoding': 'gzip, deflate, br, zstd' }
const ASKED = [
  { what: 'visitor feed', address: FEED, isMember: false },
  { what: 'visitor page', address: PAGE, isMember: false },
  { what: 'member feed', address: FEED, isMember: true },
  { what: 'member page', address: PAGE, isMember: true },
  // `ONLY=member` selects the cases of members.
].filter(({ what }) => what.startsWith(process.env.ONLY ?? ''))

/** Totals of all rounds: request rates relative to the bare server of the same round, and the CPU time used. */
type Told = { ratios: number[]; cpuMs: number; requests: number }

/**
 * Compares the feed of deals with price bases, ends and doubts with the same deals without any: two servers
 * side by side, each relative to a bare one that sends the same bytes.
 */
async function benchBases() {
  const postgres = await startPostgres()
  const { folder, remove } = temporaryFolder()
  const started = [
    await startClub(postgres.url, folder, { name: PLAIN, prepare: async () => undefined }),
    await startClub(postgres.url, folder, { name: WITH, prepare: givePriceStates }),
  ]
  console.log(`\n${ROUNDS} rounds, turns of ${TURN_SECONDS} s, ${CONNECTIONS} connections`)
  for (const { what, address, isMember } of ASKED) {
    const clubs = []
    for (const club of started) {
      const { server, dataDir, cookies } = club
      const headers = isMember ? { ...AS_BROWSERS, cookie: cookies[0] ?? '' } : AS_BROWSERS
      const url = server.url + address
      const bare = await startBare(dataDir, what.replace(' ', '-'), url, headers)
      const told: Told = { ratios: [], cpuMs: 0, requests: 0 }
      clubs.push({ ...club, url, bare, told })
    }
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const club of round % 2 === 0 ? clubs : clubs.toReversed()) {
        await takeTurn(club, isMember, round === 0)
      }
    }
    for (const club of clubs) say(what, club, clubs[0]?.told)
    await Promise.all(clubs.map(({ bare }) => bare.stop()))
  }
  await Promise.all(started.map(({ server }) => server.stop()))
  await postgres.stop()
  remove()
}

type Catalogue = { name: string; prepare: (db: Database) => Promise<undefined> }

async function startClub(postgresUrl: string, folder: string, { name, prepare }: Catalogue) {
  const database = name === PLAIN ? 'plain' : 'based'
  const admin = await openDatabase({ url: `${postgresUrl}postgres`, dataDir: '' })
  await sql.raw(`create database ${database}`).execute(admin.db)
  await admin.close()
  const { db, close } = await openDatabase({ url: postgresUrl + database, dataDir: '' })
  await migrate(db)
  await fillAdminList(db, DEALS)
  await prepare(db)
  const cookies = await addMembers(db, MEMBERS)
  await close()
  const dataDir = path.join(folder, database)
  mkdirSync(dataDir)
  const settings = { DATABASE_URL: postgresUrl + database, DATA_DIR: dataDir, TRUST_PROXY: '1' }
  return { name, dataDir, server: await startServer(settings), cookies }
}

type Club = Awaited<ReturnType<typeof startClub>> & {
  url: string
  bare: { url: string; bytes: number }
  told: Told
}

async function takeTurn(
  { url, bare, server: { pid }, cookies, told }: Club,
  isMember: boolean,
  isWarmingUp: boolean,
) {
  const as = { headers: AS_BROWSERS, ...(isMember ? { asMembers: true as const } : {}) }
  const peer = await load({ url: bare.url, ...as }, cookies, TURN_SECONDS)
  const before = cpuMs(pid)
  const ours = await load({ url, ...as }, cookies, TURN_SECONDS)
  // On a busy machine a few requests are told to retry; more would make the figure meaningless.
  if (ours.non2xx > ours.requests.total / 100 || ours.errors > 0)
    throw new Error(`${url}: ${ours.non2xx} failed`)
  if (isWarmingUp) return
  told.ratios.push(ours.requests.total / ours.duration / (peer.requests.total / peer.duration))
  // CPU time is counted in hundredths of a second, so only the total of all turns is precise enough.
  told.cpuMs += cpuMs(pid) - before
  told.requests += ours.requests.total
}

function say(what: string, { name, told, bare: { bytes } }: Club, plain: Told | undefined) {
  const cpuOf = ({ cpuMs: ms, requests }: Told) => ms / requests
  const change = (part: number, whole: number) =>
    `${part >= whole ? '+' : ''}${((part / whole - 1) * 100).toFixed(1)} %`
  // Pairs of the same round, so that other load on the machine affects both.
  const pairs = told.ratios.map((ratio, round) => ratio / (plain?.ratios[round] ?? ratio))
  const beside =
    name === PLAIN || !plain
      ? ''
      : `  ratio ${change(median(pairs), 1)}, CPU ${change(cpuOf(told), cpuOf(plain))}`
  console.log(
    `${what.padEnd(13)} ${name.padEnd(30)} ratio ${median(told.ratios).toFixed(3)}  CPU ${cpuOf(told).toFixed(4)} ms  ${bytes} bytes${beside}`,
  )
}

await benchBases()
