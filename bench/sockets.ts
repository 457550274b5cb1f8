import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '#app/db/open-database.ts'
import { newId } from '#app/server/ids.ts'
import { announce } from '#app/server/live.ts'
import { hashToken, newToken } from '#app/server/tokens.ts'
import { median, startServer, temporaryFolder } from '#bench/support/server-under-test.ts'
import { startPostgres } from '#test/support/databases/postgres-server.ts'
import { type Line, listenAt } from '#test/support/sockets.ts'

const PEOPLE = 2000
const AT_ONCE = 40
const CHANGES = 50

type Database = Awaited<ReturnType<typeof openDatabase>>['db']
type Listener = { id: string; line: Line }

/**
 * Measures open WebSockets on one process: memory per socket, the time from a commit made elsewhere to the
 * last message, and how they are closed when the process stops.
 */
async function benchSockets() {
  const postgres = await startPostgres()
  const { folder, remove } = temporaryFolder()
  const url = `${postgres.url}postgres`
  // Every socket has a different client address, as if through a proxy.
  const server = await startServer({
    DATABASE_URL: url,
    DATA_DIR: folder,
    DEMO: '0',
    TRUST_PROXY: '1',
  })
  const { db, close } = await openDatabase({ url, dataDir: '' })
  const people = await insertPeople(db)
  await warmUp(server.url, people[0]?.cookie ?? '')

  console.log(`\n${PEOPLE} open pages on one process (PostgreSQL)`)
  const before = server.residentMiB()
  const openedAt = performance.now()
  const listeners = await openAll(server.url, people)
  const seconds = (performance.now() - openedAt) / 1000
  const rightAfter = server.residentMiB()
  await delay(5000)
  console.log(
    `opened in ${seconds.toFixed(1)} s (${(PEOPLE / seconds).toFixed(0)} a second), ${AT_ONCE} at once`,
  )
  console.log(
    `resident memory: ${before.toFixed(0)} MiB before, ${rightAfter.toFixed(0)} MiB right after, ${server.residentMiB().toFixed(0)} MiB five seconds later: ${perSocket(before, server.residentMiB())} KiB each`,
  )

  const single: number[] = []
  for (let change = 0; change < CHANGES; change += 1) {
    const who = listeners[(change * 37) % PEOPLE]
    if (who) single.push(await timeChange(db, [who]))
  }
  console.log(`one change, from commit to its page: median ${median(single).toFixed(1)} ms`)
  const all: number[] = []
  for (let round = 0; round < 5; round += 1) all.push(await timeChange(db, listeners))
  console.log(
    `${PEOPLE} changes in one commit, from commit to the last page: median ${median(all).toFixed(0)} ms`,
  )

  const stoppedAt = performance.now()
  const closed = Promise.all(
    listeners.map(async ({ line }) => ({ code: await line.closed, at: performance.now() })),
  )
  await server.stop()
  const ends = await closed
  const codes = [...new Set(ends.map(({ code }) => code))].join(', ')
  const times = ends.map(({ at }) => (at - stoppedAt) / 1000).toSorted((a, b) => a - b)
  console.log(
    `sent away with ${codes} between ${times[0]?.toFixed(1)} s and ${times.at(-1)?.toFixed(1)} s after the signal`,
  )
  await close()
  await postgres.stop()
  remove()
}

async function insertPeople(db: Database) {
  const now = new Date()
  const people = Array.from({ length: PEOPLE }, () => ({ id: newId(), token: newToken() }))
  for (let from = 0; from < PEOPLE; from += 500) {
    const some = people.slice(from, from + 500)
    const users = some.map(({ id }) => ({ id, email: `${id}@people.test`, passwordHash: '' }))
    const sessions = some.map(({ id, token }) => {
      return { tokenHash: hashToken(token), userId: id, createdAt: now, lastSeenAt: now }
    })
    await db.insertInto('users').values(users).execute()
    await db.insertInto('sessions').values(sessions).execute()
  }
  return people.map(({ id, token }) => ({ id, cookie: `session=${token}` }))
}

/** Triggers one-time allocations, so that they are not counted for the sockets. */
async function warmUp(url: string, cookie: string) {
  for (let count = 0; count < 500; count += 1) {
    await (await fetch(`${url}/api/subscription`, { headers: { cookie } })).arrayBuffer()
  }
}

async function openAll(url: string, people: Array<{ id: string; cookie: string }>) {
  const listeners: Listener[] = []
  const port = Number(new URL(url).port)
  for (let from = 0; from < people.length; from += AT_ONCE) {
    const some = people.slice(from, from + AT_ONCE).map(async ({ id, cookie }, index) => {
      const place = from + index
      const headers = { 'x-forwarded-for': `10.1.${place >> 8}.${place & 255}` }
      return { id, line: await listenAt(port, url, { cookie, headers }) }
    })
    listeners.push(...(await Promise.all(some)))
  }
  return listeners
}

/** Milliseconds from the commit until the last of these pages has received its message. */
async function timeChange(db: Database, who: Listener[]): Promise<number> {
  const told = Promise.all(who.map(({ line }) => line.heard(line.messages.length + 1)))
  await db.transaction().execute(async (trx) => {
    for (const { id } of who) await announce(trx, 'accounts', JSON.stringify({ userId: id }))
  })
  const committedAt = performance.now()
  await told
  return performance.now() - committedAt
}

function perSocket(before: number, after: number): string {
  return (((after - before) * 1024) / PEOPLE).toFixed(1)
}

await benchSockets()
