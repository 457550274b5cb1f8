import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { migrate } from '#app/db/migrate.ts'
import { openDatabase } from '#app/db/open-database.ts'
import { addMembers } from '#bench/support/members.ts'
import { addPlainDeals } from '#bench/support/plain-deals.ts'
import { startServer, temporaryFolder } from '#bench/support/server-under-test.ts'
import { findPostgres } from '#scripts/tests/needs.ts'
import { runCommand } from '#test/restore/command.ts'
import { startPostgres } from '#test/support/databases/postgres-server.ts'

const MEMBERS = 1_000_000
const DEALS = 100_000
const AT_ONCE = 100_000
const FORMS = { pg_dump: [], rows: ['--rows'] }

/**
 * Measures how long it takes to restore the club on PostgreSQL that waits for the disk: both formats,
 * compared with PostgreSQL's own programs for the same rows. Pictures are copied as files and not counted.
 */
async function benchRestore() {
  const postgres = await startPostgres({ keepsRows: true })
  const { folder, remove } = temporaryFolder()
  const run = (statement: string) => psql(`${postgres.url}postgres`, ['-qc', statement])
  const club = `${postgres.url}club`
  run('create database club')
  const { db, close } = await openDatabase({ url: club, dataDir: '', isPatient: true })
  await migrate(db)
  for (let count = 0; count < MEMBERS; count += AT_ONCE) await addMembers(db, AT_ONCE)
  await addPlainDeals(db, { from: 0, to: DEALS })
  const { rows } = await sql<{
    size: string
  }>`select pg_size_pretty(pg_database_size(current_database())) as size`.execute(db)
  await close()
  console.log(
    `\nBackup and restore on PostgreSQL: ${MEMBERS.toLocaleString('en')} members, ${DEALS.toLocaleString('en')} deals, ${rows[0]?.size}`,
  )

  const dump = path.join(folder, 'bare.dump')
  run('create database bare template template0')
  const bareOut = timed(() => program('pg_dump', ['-Fc', '-d', club, '-f', dump]))
  const bareIn = timed(() => program('pg_restore', ['-d', `${postgres.url}bare`, '-1', dump]))
  console.log(`PostgreSQL's own programs: ${say(bareOut)} out, ${say(bareIn)} in`)

  for (const [form, how] of Object.entries(FORMS)) {
    const place = path.join(folder, form)
    const url = `${postgres.url}restored_${form}`
    run(`create database restored_${form} template template0`)
    const out = await command('backup', [place, ...how], { DATABASE_URL: club, DATA_DIR: folder })
    const empty = path.join(folder, `data-${form}`)
    const environment = { DATABASE_URL: url, DATA_DIR: empty }
    const back = await command('restore', [place], environment)
    const server = await startServer(environment)
    await server.stop()
    const there = back + server.readyMs
    console.log(
      `${form}: backup ${say(out)} (${(out / bareOut).toFixed(1)} times), ${mib(place)} MiB; restore ${say(back)} (${(back / bareIn).toFixed(1)} times), served again after ${say(there)}`,
    )
  }
  await postgres.stop()
  remove()
}

async function command(
  script: 'backup' | 'restore',
  args: string[],
  environment: Record<string, string>,
): Promise<number> {
  const startedAt = performance.now()
  const { code, output } = await runCommand({ script, args, environment })
  if (code !== 0) throw new Error(output)
  return performance.now() - startedAt
}

function timed(work: () => void): number {
  const startedAt = performance.now()
  work()
  return performance.now() - startedAt
}

function program(name: string, args: string[]) {
  execFileSync(path.join(findPostgres() ?? '', name), args, { stdio: 'inherit' })
}
const psql = (url: string, args: string[]) => program('psql', [url, ...args])

function mib(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const bytes = files.map((file) => statSync(path.join(folder, file)).size)
  return (bytes.reduce((sum, each) => sum + each, 0) / 2 ** 20).toFixed(0)
}

const say = (ms: number) => `${(ms / 1000).toFixed(0)} s`

await benchRestore()
