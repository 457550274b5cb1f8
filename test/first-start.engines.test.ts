import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { CLUB } from '#test/support/club.ts'
import { createServerDatabase, prepareDatabase } from '#test/support/databases/test-database.ts'
import { freePort } from '#test/support/free-port.ts'
import { spawnServer } from '#test/support/server-process.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'nouveau-first-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Starts the server in its own process and waits for its startup messages. */
async function start(environment: Record<string, string>) {
  const port = await freePort()
  const server = await spawnServer({ PORT: String(port), ...environment })
  // All messages arrive at once. A start that fails ends before them.
  await Promise.race([server.says('back office:'), server.ended])
  const lines = server
    .output()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('{'))
  return { ...server, lines, url: `http://localhost:${port}` }
}

async function open(url: string, password: string): Promise<number> {
  const response = await fetch(`${url}/api/admin/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ password }),
  })
  return response.status
}

test('the first start tells the administrator’s password, once, and a set one takes its place', async () => {
  const url = inject('engine') === 'postgres' ? await createServerDatabase() : ''
  const settings = { DATA_DIR: folder, DATABASE_URL: url, ADMIN_PASSWORD: '' }

  const first = await start(settings)
  const said = /^administrator's password: (\S+) \(shown once; set ADMIN_PASSWORD/m
  const [, password = ''] = said.exec(first.lines.join('\n')) ?? []
  expect(first.lines).toEqual([
    expect.stringMatching(/^Nouveau Designer Club: /),
    `back office: ${first.url}/admin`,
    expect.stringMatching(said),
  ])
  expect(await open(first.url, password)).toBe(200)
  await first.stop()

  const second = await start(settings)
  expect(second.lines.join('\n')).not.toContain(password)
  expect(second.lines.at(-1)).toContain('ADMIN_PASSWORD sets another')
  expect(await open(second.url, password)).toBe(200)
  await second.stop()

  // That a password setting replaces the generated one does not depend on the engine.
  if (inject('engine') === 'embedded') return
  const third = await start({ ...settings, ADMIN_PASSWORD: 'chosen-by-me' })
  expect(third.lines.join('\n')).not.toContain('chosen-by-me')
  expect(await open(third.url, password)).toBe(401)
  expect(await open(third.url, 'chosen-by-me')).toBe(200)
  await third.stop()
})

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'http://localhost',
  STRIPE_SECRET_KEY: 'sk_test_of_the_tests',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_the_tests',
  STRIPE_API_BASE: 'http://127.0.0.1:9',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Club <club@club.example>',
  ADMIN_PASSWORD: 'a-password-of-the-tests',
  ...CLUB,
}

// The tests' PostgreSQL has all three off, because no test data has to survive a crash.
test.runIf(inject('engine') === 'postgres')(
  'production does not start on a database that may lose what it has acknowledged',
  async () => {
    const DATABASE_URL = await createServerDatabase()
    const server = await start({ ...PRODUCTION, DATA_DIR: folder, DATABASE_URL })
    expect(await server.ended).toBe(1)
    expect(server.lines.join('\n')).toContain(
      'DATABASE_URL: fsync, full_page_writes, synchronous_commit must be on',
    )
  },
)

test.runIf(inject('engine') === 'embedded')(
  'production says loudly that it runs on the embedded database',
  async () => {
    const DATA_DIR = path.join(folder, 'production')
    await prepareDatabase(DATA_DIR)
    const server = await start({ ...PRODUCTION, DATA_DIR, EMBEDDED_IN_PRODUCTION: '1' })
    const said = server
      .output()
      .split('\n')
      .filter((line) => line.includes('production runs on'))
      .map((line) => JSON.parse(line))
    expect(said).toMatchObject([
      { level: 'warn', engine: 'embedded', msg: 'production runs on the embedded database' },
    ])
    await server.stop()
  },
)

// Settings are checked before the database is opened, so one engine is enough.
test.runIf(inject('engine') === 'postgres').each([
  ['with developer tools', { DEV_TOOLS: '1' }, 'DEV_TOOLS cannot be 1 in production'],
  ['without a word about its database', {}, 'DATABASE_URL is required in production'],
])('production does not start %s', async (_, environment, complaint) => {
  const server = await start({
    NODE_ENV: 'production',
    PUBLIC_URL: 'http://localhost',
    DATA_DIR: folder,
    ADMIN_PASSWORD: '',
    ...environment,
  })
  expect(await server.ended).toBe(1)
  expect(server.lines.join('\n')).toContain(complaint)
})

test.runIf(inject('engine') === 'postgres')(
  'what is called a test does not start at a public address',
  async () => {
    const server = await start({
      NODE_ENV: 'test',
      PUBLIC_URL: 'https://club.example',
      DATA_DIR: folder,
    })
    expect(await server.ended).toBe(1)
    expect(server.lines.join('\n')).toContain('NODE_ENV must be production when PUBLIC_URL')
  },
)
