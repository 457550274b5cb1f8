// The slow tests of backups: restores and moves that are killed, and the journeys of people in a club that
// was restored into a new place.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startPostgres } from '#test/support/databases/postgres-server.ts'
import { copyDemoFolder } from '#test/support/demo-folder.ts'
import { provideTestNeeds } from './needs.ts'
import { run } from './steps.ts'

/** From the front page to the retailer, including payment, cancellation and the back office. */
const JOURNEYS = [
  ...['visitor-to-retailer', 'membership', 'signing-in', 'account-changes'],
  ...['password-forms', 'free-account', 'privacy', 'admin/edit-deal'],
]

await provideTestNeeds(['browser', 'database'])
const passed = [
  await run({ name: 'build', command: ['node', 'scripts/build.ts'] }),
  await run({
    name: 'killed and taken up again',
    command: ['vitest', 'run', '--config', 'test/restore/vitest.config.ts'],
  }),
  await runJourneys(),
]
process.exit(passed.includes(false) ? 1 : 0)

/** Backs up a demo, restores it on the other engine in another folder, and runs the journeys there. */
async function runJourneys(): Promise<boolean> {
  const root = mkdtempSync(path.join(tmpdir(), 'nouveau-restored-'))
  const postgres = await startPostgres()
  try {
    const [from, to, place] = ['from', 'to', 'backups'].map((name) => path.join(root, name))
    if (!from || !to || !place) return false
    await copyDemoFolder(from)
    await query(`${postgres.url}postgres`, 'create database restored')
    const url = `${postgres.url}restored`
    const command = (script: string, environment: Record<string, string>, ...args: string[]) =>
      execFileSync(process.execPath, [`scripts/${script}.ts`, place, ...args], {
        env: { ...process.env, NODE_ENV: 'development', ...environment },
        stdio: 'inherit',
      })
    command('backup', { DATA_DIR: from, DATABASE_URL: '' }, '--rows')
    command('restore', { DATA_DIR: to, DATABASE_URL: url })
    // Until the provider has been asked again, mails that may have been sent already are held for a person to
    // decide.
    await query(url, 'update restores set subscriptions_read_at = now()')
    return await run({
      name: 'journeys in the restored club',
      command: ['playwright', 'test', ...JOURNEYS.map((name) => `test/e2e/${name}.e2e.ts`)],
      environment: { RESTORED_FOLDER: to, RESTORED_DATABASE_URL: url },
    })
  } finally {
    await postgres.stop()
    rmSync(root, { recursive: true, force: true })
  }
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(text)
  await client.end()
}
