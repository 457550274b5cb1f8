import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '#app/db/database.ts'
import { newId } from '#app/server/ids.ts'
import { hashToken, newToken } from '#app/server/tokens.ts'
import { freePort } from '#test/support/free-port.ts'
import { multipart } from '#test/support/multipart.ts'
import { type Line, listenAt } from '#test/support/sockets.ts'
import { prepareDatabase } from '#test/support/test-database.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

async function startServer(
  prepare?: (db: Database) => Promise<void>,
): Promise<{ child: ChildProcess; port: number; folder: string; output: () => string }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'nouveau-stop-'))
  folders.push(folder)
  const port = await freePort()
  const url = await prepareDatabase(folder)
  if (prepare) {
    const database = await openDatabase({ url, dataDir: folder })
    await prepare(database.db)
    await database.close()
  }
  const child = spawn(process.execPath, ['src/main.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      DEMO: '0',
      DATA_DIR: folder,
      DATABASE_URL: url ?? '',
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  for (let tries = 0; tries < 300 && !output.includes('Nouveau Designer Club:'); tries += 1)
    await delay(100)
  return { child, port, folder, output: () => output }
}

test('a server says where it is, lets what is under way finish when asked to stop, and exits 0', async () => {
  const { child, port, output } = await startServer()
  expect(output()).toMatch(
    /Nouveau Designer Club: http:\/\/localhost:\d+ \| .+ \| stand-ins: mail in/,
  )
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)

  // Half a request is on its way when the signal comes; its second half arrives afterwards.
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
    },
  })
  const answered = new Promise<number | undefined>((resolve, reject) => {
    slow.on('response', ({ statusCode }) => resolve(statusCode)).on('error', reject)
  })
  slow.write(body.slice(0, 10))
  await delay(300)
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await delay(300)
  slow.end(body.slice(10))

  expect(await answered).toBe(200)
  expect(await ended).toBe(0)
})

test('requests that are still arriving are turned away, leave nothing and do not hold the stop up', async () => {
  const token = newToken()
  const { child, port, folder } = await startServer(async (db) => {
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
  await expect.poll(uploads, { timeout: 5000 }).toHaveLength(1)
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')

  let answer = ''
  for await (const chunk of socket) answer += chunk
  expect(answer).toMatch(/^HTTP\/1\.1 503 .*retry-after: \d/s)
  expect(await ended).toBe(0)
  expect(uploads()).toEqual([])
})

test('while it stops, every page that was asked for is answered whole', async () => {
  const { child, port } = await startServer()
  const statuses: number[] = []
  let isStopping = false
  // A cookie of somebody long gone: each page is rendered anew, which asks the server itself.
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
  while (statuses.length < 60) await delay(10)
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  isStopping = true
  child.kill('SIGTERM')
  await Promise.all(readers)

  expect([...new Set(statuses)]).toEqual([200])
  expect(await ended).toBe(0)
})

test('those who only listen are told one after the other to come back, and not for good', async () => {
  const people = Array.from({ length: 40 }, () => ({ id: newId(), token: newToken() }))
  const { child, port } = await startServer(async (db) => {
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
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')

  expect(await Promise.all(lines.map(({ closed }) => closed))).toEqual(Array(40).fill(1012))
  // Not all in the same moment: they would come back in one, too.
  expect(new Set(stillThere).size).toBeGreaterThan(5)
  expect(await ended).toBe(0)
})

function isOpen({ socket }: Line): boolean {
  return socket.readyState === socket.OPEN
}

/** What a start that fails says to the person at the terminal. */
async function failToStart(environment: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, ['src/main.ts'], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr?.on('data', (chunk) => {
    complaint += chunk
  })
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(1)
  expect(complaint).not.toContain('    at ')
  return complaint
}

test('a wrong setting stops the start with everything that is wrong', async () => {
  const complaint = await failToStart({
    PORT: 'seventy',
    DATABASE_URL: 'mysql://x',
    LOG_LEVEL: 'loud',
  })
  for (const name of ['PORT', 'DATABASE_URL', 'LOG_LEVEL']) expect(complaint).toContain(name)
})

test('a database that is not there is named by its setting, without its password', async () => {
  const nobody = await freePort()
  const complaint = await failToStart({
    DATABASE_URL: `postgres://club:secret-of-the-club@127.0.0.1:${nobody}/club`,
  })
  expect(complaint).toContain('DATABASE_URL')
  expect(complaint).not.toContain('secret-of-the-club')
})
