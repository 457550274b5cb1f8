// Runs the previous version beside this one on one database: npm run test:upgrade -- [commit or tag]

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startPostgres } from '#test/support/databases/postgres-server.ts'
import { freePort } from '#test/support/free-port.ts'
import { spawnOurs } from '#test/support/server-process.ts'
import { type SteadyLoad, startSteadyLoad } from '#test/support/steady-load.ts'
import { provideTestNeeds } from './needs.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const SERVED = 'Nouveau Designer Club:'
const REQUESTS = 1000

process.exitCode = await run(process.argv[2] ?? lastRelease())

/**
 * The newest tag, or without tags the commit before the newest schema change. A migration that was renumbered
 * later had not been released, so commits with its old number are skipped.
 */
function lastRelease(): string {
  const [tag] = git('tag', '--sort=-creatordate').split('\n')
  if (tag) return tag
  const folder = 'src/db/migrations'
  const namesOf = (ref: string) => git('ls-tree', '--name-only', ref, `${folder}/`).split('\n')
  const ours = new Set(namesOf('HEAD'))
  const changes = git('log', '--format=%H', '--diff-filter=A', '--', folder).split('\n')
  const before = changes.map((change) => `${change}~1`)
  const released = before.find((ref) => namesOf(ref).every((name) => ours.has(name)))
  if (!released) throw new Error('There is no version before this one: name a commit.')
  return released
}

function git(...words: string[]): string {
  return execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim()
}

async function run(ref: string): Promise<number> {
  await provideTestNeeds(['database'])
  const commit = git('rev-parse', '--short', `${ref}^{commit}`)
  const folder = mkdtempSync(path.join(tmpdir(), 'nouveau-upgrade-'))
  const before = path.join(folder, 'before')
  git('worktree', 'add', '--detach', before, commit)
  const postgres = await startPostgres()
  try {
    prepare(before)
    const url = `${postgres.url}club`
    const admin = new pg.Client({ connectionString: `${postgres.url}postgres` })
    await admin.connect()
    await admin.query('create database club')
    await admin.end()
    return await walk({ before, commit, folder, url })
  } finally {
    await postgres.stop()
    git('worktree', 'remove', '--force', before)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Installs its own dependencies if they differ, and builds it. */
function prepare(before: string) {
  const lock = (root: string) => readFileSync(path.join(root, 'package-lock.json'), 'utf8')
  if (lock(before) === lock(ROOT)) {
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(before, 'node_modules'))
  } else {
    console.log('Installing the dependencies of before ...')
    const words = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
    execFileSync('npm', words, { cwd: before, stdio: 'inherit' })
  }
  for (const root of [before, ROOT]) {
    execFileSync(process.execPath, ['scripts/build.ts'], { cwd: root, stdio: 'inherit' })
  }
}

type Walk = { before: string; commit: string; folder: string; url: string }

async function walk({ before, commit, folder, url }: Walk): Promise<number> {
  const settings = {
    DATABASE_URL: url,
    DATA_DIR: folder,
    DEMO: '1',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'error',
  }
  const start = async (root: string, port: number) => {
    const server = spawnOurs([path.join(root, 'src/main.ts')], { ...settings, PORT: String(port) })
    await server.says(SERVED)
    return server
  }
  const [oldPort, newPort] = [await freePort(), await freePort()]
  const failures: string[] = []
  const note = async (name: string, load: SteadyLoad) => {
    const { byStatus, failures: failed } = await load.stop()
    console.log(`${name}: ${JSON.stringify(byStatus)}`)
    failures.push(...failed.map((each) => `${name}: ${each}`))
  }

  let old = await start(before, oldPort)
  const ofOld = startSteadyLoad({ port: oldPort, host: 'localhost' }, 4, ask)
  await until(() => ofOld.answered() > 100)
  // Migrates the schema while the old version serves.
  const current = await start(ROOT, newPort)
  const ofNew = startSteadyLoad({ port: newPort, host: 'localhost' }, 4, ask)
  await until(() => ofOld.answered() > REQUESTS && ofNew.answered() > REQUESTS)
  await note(`${commit} beside this one`, ofOld)
  await note(`this one beside ${commit}`, ofNew)

  // If a process of the old version dies meanwhile, another one starts on the new schema.
  await old.stop()
  try {
    old = await start(before, oldPort)
    const again = startSteadyLoad({ port: oldPort, host: 'localhost' }, 4, ask)
    await until(() => again.answered() > REQUESTS)
    await note(`${commit} started on this one's schema`, again)
    await old.stop()
  } catch (error) {
    failures.push(`${commit} does not start on this one's schema: ${(error as Error).message}`)
  }
  await current.stop()
  console.log(
    failures.length === 0 ? 'Both stand beside each other.' : failures.slice(0, 20).join('\n'),
  )
  return failures.length === 0 ? 0 : 1
}

/** The main calls, both reads and writes. */
function ask(number: number) {
  const headers = {
    'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
  }
  const json = (path: string, body: object) => {
    return { method: 'POST' as const, path, body: JSON.stringify(body), headers }
  }
  const email = `${number}@people.test`
  const calls = [
    { method: 'GET' as const, path: '/', headers },
    { method: 'GET' as const, path: '/daily-deals', headers },
    { method: 'GET' as const, path: '/api/deals?page=1', headers },
    { method: 'GET' as const, path: '/api/offer', headers },
    json('/api/log-event', { eventType: 'visit-sign-in' }),
    json('/api/create-checkout-session', { priceId: 'annual' }),
    json('/api/forgot-password', { email }),
    json('/api/login', { email: 'member@demo.test', password: 'demo-password-1' }),
  ]
  return calls[number % calls.length] ?? { method: 'GET' as const, path: '/healthz' }
}

async function until(isSo: () => boolean) {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 50))
}
