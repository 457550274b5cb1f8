import { type IncomingMessage, request } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { CONNECTIONS } from '#app/db/postgres.ts'
import { LONGEST_WAIT_MS, REQUEST_CLASSES } from '#app/server/admission/request-classes.rules.ts'
import { announce } from '#app/server/live.ts'
import { newToken } from '#app/server/tokens.ts'
import { usePages } from '#test/support/use-pages.ts'

// Each of them comes from a network of its own.
const { app } = usePages({ TRUST_PROXY: '1' })
const { atOnce, waiting } = REQUEST_CLASSES.door

let port: number
let networks = 0
/** Counts the requests that have arrived from outside. */
let arrived = 0
beforeAll(async () => {
  port = Number(new URL(await app.http.listen({ host: '127.0.0.1', port: 0 })).port)
  app.http.server.on('request', () => {
    arrived += 1
  })
  // Freezes the timers, so that no request times out unless a test says so.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterAll(() => vi.useRealTimers())

type Answer = { status: number; headers: IncomingMessage['headers']; body: string }

function ask(path: string, { cookie, method = 'GET' }: { cookie?: string; method?: string } = {}) {
  networks += 1
  const headers = {
    'sec-fetch-site': 'same-origin',
    'x-forwarded-for': `10.0.${networks >> 8}.${networks & 255}`,
    ...(cookie ? { cookie } : {}),
  }
  const sent = request({ port, host: '127.0.0.1', path, method, headers, agent: false })
  const asked = { answer: undefined as Answer | undefined, leave: () => sent.destroy() }
  sent.on('error', () => {})
  sent.on('response', async (response) => {
    let body = ''
    for await (const chunk of response) body += chunk
    asked.answer = { status: response.statusCode ?? 0, headers: response.headers, body }
  })
  sent.end()
  return asked
}
type Asked = ReturnType<typeof ask>

async function until(isSo: () => boolean) {
  while (!isSo()) await turn()
}

async function answerOf(asked: Asked): Promise<Answer> {
  await until(() => asked.answer !== undefined)
  return asked.answer as Answer
}

/** Asks for `count` pages and resolves once all of the requests have arrived. */
async function askForPages(count: number): Promise<Asked[]> {
  const before = arrived
  const all = Array.from({ length: count }, () =>
    ask('/daily-deals', { cookie: `session=${newToken()}` }),
  )
  await until(() => arrived === before + count)
  return all
}

/** Waits until the server has noticed who left: only the waiting requests are still connected. */
async function onlyConnected(all: Asked[]) {
  const connected = () =>
    new Promise<number>((resolve) => app.http.server.getConnections((_, count) => resolve(count)))
  while ((await connected()) > all.filter(({ answer }) => !answer).length) await turn()
}

/** Turns off the timeouts, since a wait for a lock is otherwise given up after a second, too soon on a slow
 * machine. */
async function waitForLocks() {
  const opening = Array.from({ length: CONNECTIONS.forRequests }, () =>
    app.db.startTransaction().execute(),
  )
  for (const connection of await Promise.all(opening)) {
    await sql`set lock_timeout = 0; set statement_timeout = 0`.execute(connection)
    await connection.commit().execute()
  }
}

const statuses = (all: Asked[]) => all.map(({ answer }) => answer?.status)

test('so many pages are in the making at once, so many wait, and the rest is turned away at once', async () => {
  // Earlier announcements have been handled by now, so pages cached from here on stay cached.
  const heard = Promise.withResolvers<void>()
  app.ctx.live.subscribe('deals', () => heard.resolve())
  await app.db.transaction().execute((trx) => announce(trx, 'deals'))
  await heard.promise
  for (const path of ['/', '/api/deals']) expect((await answerOf(ask(path))).status).toBe(200)
  await waitForLocks()
  const lock = await app.db.startTransaction().execute()
  await sql`lock table sessions in access exclusive mode`.execute(lock)

  const begun = await askForPages(atOnce)
  const inLine = await askForPages(waiting)
  const tooMany = await askForPages(20)
  for (const asked of tooMany) {
    const { status, headers, body } = await answerOf(asked)
    expect([status, headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(2)
    expect(headers['cache-control']).toBe('private, no-store')
    expect(body).toContain('Everybody came at once')
  }
  expect(new Set(tooMany.map(({ answer }) => answer?.headers['retry-after'])).size).toBeGreaterThan(
    1,
  )
  const stranger = { cookie: `session=${newToken()}` }
  expect((await answerOf(ask('/no-such-page', stranger))).status).toBe(503)
  expect((await answerOf(ask('/api/user', stranger))).headers['retry-after']).toBeDefined()

  expect(app.logLines.filter((line) => line.includes('turned away'))).toHaveLength(1)

  // Cached pages, non-pages and pages that never queue.
  expect((await answerOf(ask('/'))).body).toContain('The sale')
  for (const path of ['/healthz', '/api/deals', '/favicon.svg']) {
    expect([path, (await answerOf(ask(path))).status]).toEqual([path, 200])
  }
  const first = ['/checkout/success', '/sign-in'].map((path) => ask(path))
  expect((await answerOf(ask('/api/stripe/webhook', { method: 'POST' }))).status).toBe(400)

  vi.advanceTimersByTime(LONGEST_WAIT_MS)
  await until(() => inLine.every(({ answer }) => answer))
  expect(new Set(statuses(inLine))).toEqual(new Set([503]))
  expect(new Set(statuses(begun))).toEqual(new Set([undefined]))

  // A request that leaves makes room for a new one.
  const gone = await askForPages(waiting)
  for (const asked of gone.slice(0, 10)) asked.leave()
  await onlyConnected([...begun, ...first, ...gone.slice(10)])
  const later = await askForPages(10)
  const late = await askForPages(1)
  expect((await answerOf(late[0] as Asked)).status).toBe(503)
  expect(new Set(statuses(later))).toEqual(new Set([undefined]))

  await lock.rollback().execute()
  const served = [...begun, ...first, ...gone.slice(10), ...later]
  await until(() => served.every(({ answer }) => answer))
  // None of them is a member, so the queue passes all of them on to the visitors' places, which are fewer.
  const { page } = REQUEST_CLASSES
  expect(new Set(statuses(served))).toEqual(new Set([200, 503]))
  expect(statuses(served).filter((status) => status === 200).length).toBeGreaterThanOrEqual(
    page.atOnce + page.waiting,
  )
  // No place was lost on the way: there is room for as many requests as before.
  expect((await answerOf((await askForPages(1))[0] as Asked)).status).toBe(200)
})
