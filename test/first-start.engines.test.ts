import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, inject, test } from 'vitest'
import { freePort } from '#test/support/free-port.ts'
import { createServerDatabase } from '#test/support/test-database.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'nouveau-first-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The server in a process of its own, until it has said what it says at the start. */
async function start(environment: Record<string, string>) {
  const port = await freePort()
  const child = spawn(process.execPath, ['src/main.ts'], {
    env: { ...process.env, NODE_ENV: 'development', DEMO: '0', PORT: String(port), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk
    })
  }
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const isUp = () => output.includes('back office:') || child.exitCode !== null
  for (let tries = 0; tries < 300 && !isUp(); tries += 1) await delay(100)
  // Everything that is said arrives at once.
  const lines = output.split('\n').filter((line) => line !== '' && !line.startsWith('{'))
  return { lines, url: `http://localhost:${port}`, ended, stop: () => stop(child, ended) }
}

async function stop(child: ChildProcess, ended: Promise<unknown>) {
  child.kill('SIGTERM')
  await ended
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
  const url = inject('engine') === 'postgres' ? await createServerDatabase('template_migrated') : ''
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

  const third = await start({ ...settings, ADMIN_PASSWORD: 'chosen-by-me' })
  expect(third.lines.join('\n')).not.toContain('chosen-by-me')
  expect(await open(third.url, password)).toBe(401)
  expect(await open(third.url, 'chosen-by-me')).toBe(200)
  await third.stop()
})

test.each([
  ['without the administrator’s password', {}, 'ADMIN_PASSWORD is required in production'],
  ['with developer tools', { DEV_TOOLS: '1' }, 'DEV_TOOLS cannot be 1 in production'],
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
