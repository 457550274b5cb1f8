import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, inject, test } from 'vitest'
import type { Database } from '#app/db/database.ts'
import { openDatabase } from '#app/db/open-database.ts'
import { newId } from '#app/server/ids.ts'
import { hashToken, newToken } from '#app/server/tokens.ts'
import { prepareDatabase } from '#test/support/databases/test-database.ts'
import { freePort } from '#test/support/free-port.ts'
import { multipart } from '#test/support/multipart.ts'
import { type ServerProcess, spawnServer, startServer } from '#test/support/server-process.ts'
import { type Line, listenAt } from '#test/support/sockets.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

async function start(
  prepare?: (db: Database) => Promise<void>,
  more: Record<string, string> = {},
): Promise<ServerProcess & { port: number; folder: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'nouveau-stop-'))
  folders.push(folder)
  const port = await freePort()
  const url = await prepareDatabase(folder)
  if (prepare) {
    const database = await openDatabase({ url, dataDir: folder })
    await prepare(database.db)
    await database.close()
  }
  const environment = { DATA_DIR: folder, DATABASE_URL: url ?? '', PORT: String(port), ...more }
  return { ...(await startServer(environment)), port, folder }
}

/** Tests that do not depend on the engine run on one of them only. */
const isOnServer = inject('engine') === 'postgres'

/** Whether a server accepts connections on this port. */
function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(port, '127.0.0.1')
    probe.once('connect', () => resolve(true)).once('error', () => resolve(false))
    probe.once('connect', () => probe.destroy())
  })
}

test('a server says where it is, lets what is under way finish when asked to stop, and exits 0', async () => {
  const { stop, port, output } = await start()
  expect(output()).toMatch(
    /Nouveau Designer Club: http:\/\/localhost:\d+ \| .+ \| stand-ins: mail in/,
  )
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)

  const half = await sendHalf(port)
  const ended = stop()
  await expect.poll(() => isListening(port), { interval: 5 }).toBe(false)
  half.sendRest()

  expect(await half.answered).toBe(200)
  expect(await ended).toBe(0)
})

test.runIf(isOnServer)(
  'a defect that nobody catches ends it the same way: logged with its cause, what is under way is answered, and the exit is 1',
  async () => {
    const crash = path.join(import.meta.dirname, 'faults/children/crash-on-signal.ts')
    const { pid, port, output, ended } = await start(undefined, {
      NODE_OPTIONS: `--import ${crash}`,
    })
    const half = await sendHalf(port)
    process.kill(pid, 'SIGUSR2')
    await expect.poll(() => isListening(port), { interval: 5 }).toBe(false)
    half.sendRest()

    expect(await half.answered).toBe(200)
    expect(await ended).toBe(1)
    const lines = output().split('\n')
    const fatal = lines.find((line) => line.includes('"level":"fatal"'))
    expect(fatal).toContain('uncaughtException')
    expect(fatal).toContain('planted by a test')
  },
)

/** Sends half of a request; `sendRest` sends the other half later. */
async function sendHalf(port: number) {
  const body = JSON.stringify({ eventType: 'visit-sign-in' })
  const slow = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/log-event',
    headers: {
      'content-type': 'application/json',
      'content-length': body.length,
      'sec-fetch-site': 'same-origin',
      expect: '100-continue',
    },
  })
  const answered = new Promise<number | undefined>((resolve, reject) => {
    slow.on('response', ({ statusCode }) => resolve(statusCode)).on('error', reject)
  })
  slow.flushHeaders()
  await once(slow, 'continue')
  slow.write(body.slice(0, 10))
  return { answered, sendRest: () => slow.end(body.slice(10)) }
}

test.runIf(isOnServer)(
  'requests that are still arriving are turned away, leave nothing and do not hold the stop up',
  async () => {
    const token = newToken()
    const { stop, port, folder } = await start(async (db) => {
      const now = new Date()
      const session = { tokenHash: hashToken(token), label: newId().slice(0, 6), name: '' }
      await db
        .insertInto('adminSessions')
        .values({ ...session, createdAt: now, lastSeenAt: now })
        .execute()
    })
    const asked = await fetch(`http://127.0.0.1:${port}/api/csrf-token`)
    const [secret = ''] = (asked.headers.get('set-cookie') ?? '').split(';')
    const { csrfToken } = (await asked.json()) as { csrfToken: string }
    const sheet = { field: 'file', fileName: 'deals.csv', bytes: 'x'.repeat(100_000) }
    const { payload, headers } = multipart({}, [sheet])
    const lines = Object.entries({
      ...headers,
      host: 'localhost',
      'content-length': payload.length,
      'sec-fetch-site': 'same-origin',
      'x-csrf-token': csrfToken,
      cookie: `admin=${token}; ${secret}`,
    }).map(([name, value]) => `${name}: ${value}\r\n`)
    const beginning = connect(port, '127.0.0.1').on('error', () => {})
    beginning.write('GET /healthz HTTP/1.1\r\nHost: local')
    const socket = connect(port, '127.0.0.1')
    socket.write(`POST /api/deals/bulk-upload HTTP/1.1\r\n${lines.join('')}\r\n`)
    socket.write(payload.subarray(0, 50_000))
    const uploads = () => readdirSync(path.join(folder, 'uploads'))
    await expect.poll(uploads).toHaveLength(1)
    const ended = stop()

    let answer = ''
    for await (const chunk of socket) answer += chunk
    expect(answer).toMatch(/^HTTP\/1\.1 503 .*retry-after: \d/s)
    expect(await ended).toBe(0)
    expect(uploads()).toEqual([])
  },
)

test('while it stops, every page that was asked for is answered whole', async () => {
  const { stop, port } = await start()
  const statuses: number[] = []
  let isStopping = false
  // An invalid session cookie: each page is rendered anew, which calls the server itself.
  const headers = { cookie: `session=${'x'.repeat(43)}` }
  const reader = async () => {
    for (let pages = 0; pages < 500; pages += 1) {
      const answer = await fetch(`http://127.0.0.1:${port}/daily-deals`, { headers }).catch(
        () => undefined,
      )
      if (!answer && isStopping) return
      statuses.push(answer?.status ?? 0)
      await answer?.text()
    }
  }
  const readers = Array.from({ length: 6 }, reader)
  await expect.poll(() => statuses.length).toBeGreaterThan(60)
  isStopping = true
  const ended = stop()
  await Promise.all(readers)

  expect([...new Set(statuses)]).toEqual([200])
  expect(await ended).toBe(0)
})

test.runIf(isOnServer)(
  'those who only listen are told one after the other to come back, and not for good',
  async () => {
    const people = Array.from({ length: 40 }, () => ({ id: newId(), token: newToken() }))
    const { stop, port } = await start(async (db) => {
      const users = people.map(({ id }) => ({ id, email: `${id}@people.test`, passwordHash: '' }))
      const now = new Date()
      const sessions = people.map(({ id, token }) => {
        return { tokenHash: hashToken(token), userId: id, createdAt: now, lastSeenAt: now }
      })
      await db.insertInto('users').values(users).execute()
      await db.insertInto('sessions').values(sessions).execute()
    })
    const lines = await Promise.all(
      people.map(({ token }) =>
        listenAt(port, `http://localhost:${port}`, { cookie: `session=${token}` }),
      ),
    )
    const stillThere: number[] = []
    for (const { closed } of lines) {
      void closed.then(() => stillThere.push(lines.filter(isOpen).length))
    }
    const ended = stop()

    expect(await Promise.all(lines.map(({ closed }) => closed))).toEqual(Array(40).fill(1012))
    // The connections are not all closed at once, or they would all come back at once.
    expect(new Set(stillThere).size).toBeGreaterThan(5)
    expect(await ended).toBe(0)
  },
)

function isOpen({ socket }: Line): boolean {
  return socket.readyState === socket.OPEN
}

/** Returns what a failed start prints at the terminal. */
async function failToStart(environment: Record<string, string>): Promise<string> {
  const { ended, output } = await spawnServer(environment)
  expect(await ended).toBe(1)
  expect(output()).not.toContain('    at ')
  return output()
}

test.runIf(isOnServer)(
  'a wrong setting stops the start with everything that is wrong',
  async () => {
    const complaint = await failToStart({
      PORT: 'seventy',
      DATABASE_URL: 'mysql://x',
      LOG_LEVEL: 'loud',
    })
    for (const name of ['PORT', 'DATABASE_URL', 'LOG_LEVEL']) expect(complaint).toContain(name)
  },
)

test.runIf(isOnServer)(
  'a database that is not there is named by its setting, without its password',
  async () => {
    const nobody = await freePort()
    const complaint = await failToStart({
      DATABASE_URL: `postgres://club:secret-of-the-club@127.0.0.1:${nobody}/club`,
    })
    expect(complaint).toContain('DATABASE_URL')
    expect(complaint).not.toContain('secret-of-the-club')
  },
)
