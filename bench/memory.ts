import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '#app/db/open-database.ts'
import { addMembers } from '#bench/support/members.ts'
import { startServer, temporaryFolder } from '#bench/support/server-under-test.ts'
import { startPostgres } from '#test/support/databases/postgres-server.ts'

/** `npm run bench -- memory` runs one minute of load, MINUTES=60 an hour. */
const MINUTES = Number(process.env.MINUTES ?? 1)
const AT_ONCE = 8
const MEMBERS = 2000

/** Measures later starts, and memory after the start and under mixed load, on each engine. */
async function benchMemory() {
  const postgres = await startPostgres()
  await benchEngine('PostgreSQL', { DATABASE_URL: `${postgres.url}postgres` })
  await postgres.stop()
  await benchEngine('embedded', { DATABASE_URL: '' })
}

async function benchEngine(engine: string, database: Record<string, string>) {
  const { folder, remove } = temporaryFolder()
  const environment = { ...database, DATA_DIR: folder, DEMO: '1' }
  const first = await startServer(environment)
  console.log(`\nMemory on ${engine}: resident MiB`)
  console.log(
    `first start: ready after ${seconds(first.readyMs)}, ${whole(first.residentMiB())} now, ${whole(first.peakMiB())} at its peak`,
  )
  await first.stop()
  const later = await startServer(environment)
  await delay(3000)
  console.log(`later start: ready after ${seconds(later.readyMs)}, ${whole(later.residentMiB())}`)
  const cookies = database.DATABASE_URL ? await addSome(database.DATABASE_URL) : ['']
  const samples: number[] = []
  const endsAt = Date.now() + MINUTES * 60_000
  const sampling = setInterval(() => samples.push(later.residentMiB()), (MINUTES * 60_000) / 12)
  await Promise.all(Array.from({ length: AT_ONCE }, () => visit(later.url, cookies, endsAt)))
  clearInterval(sampling)
  console.log(`under mixed load for ${MINUTES} min: ${samples.map(whole).join(', ')}`)
  await delay(5000)
  console.log(`after it: ${whole(later.residentMiB())}, ${whole(later.peakMiB())} at its peak`)
  await later.stop()
  remove()
}

async function addSome(url: string): Promise<string[]> {
  const { db, close } = await openDatabase({ url, dataDir: '' })
  const cookies = await addMembers(db, MEMBERS)
  await close()
  return cookies
}

/**
 * A mix of what people request: lists, pages of the feed and of deals, pictures, sales pages, account pages,
 * missing pages.
 */
async function visit(url: string, cookies: string[], endsAt: number) {
  const { deals } = (await (await fetch(`${url}/api/deals?limit=48`)).json()) as {
    deals: Array<{ id: string; dealCardImageUrl: string | null }>
  }
  const anyOf = <T>(all: T[]): T => all[Math.floor(Math.random() * all.length)] as T
  while (Date.now() < endsAt) {
    const deal = anyOf(deals)
    const page = 1 + Math.floor(Math.random() * 30)
    const path = anyOf([
      ...['/', '/daily-deals', `/daily-deals?page=${page}`, `/deal/${deal.id}`, '/join-now'],
      ...[`/api/deals?page=${page}&limit=12`, '/terms', '/account', '/nothing-here', '/sign-in'],
      ...(deal.dealCardImageUrl?.startsWith('/') ? [deal.dealCardImageUrl] : []),
    ])
    const headers = Math.random() < 0.5 ? {} : { cookie: anyOf(cookies) }
    await (await fetch(url + path, { headers, redirect: 'manual' })).arrayBuffer()
  }
}

const whole = (mib: number) => mib.toFixed(0)
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

await benchMemory()
