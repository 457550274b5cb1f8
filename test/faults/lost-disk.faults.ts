import { execFileSync } from 'node:child_process'
import { appendFileSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPostgres } from '#scripts/tests/needs.ts'
import { runCommand } from '#test/restore/command.ts'
import { ownerOfServers } from '#test/support/databases/postgres-server.ts'
import { openServerDatabase } from '#test/support/databases/test-database.ts'
import { ask } from './ask.ts'
import { startLedger } from './ledger.ts'
import { startWorld, type World } from './world.ts'

/** The archiving interval; docs/operations.md sets it to a minute. */
const ARCHIVED_EVERY_S = 2
const AT_LENGTH = { timeout: 60_000, interval: 50 }
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** Restores from the backup and the log since, by the commands of docs/operations.md. */
describe('The disk of the database is lost', () => {
  let world: World
  let kept: string
  const owner = ownerOfServers()
  beforeAll(async () => {
    kept = mkdtempSync(path.join(tmpdir(), 'nouveau-log-'))
    for (const each of ['', 'wal', 'base']) {
      mkdirSync(path.join(kept, each), { recursive: true })
      if (owner) chownSync(path.join(kept, each), owner.uid, owner.gid)
    }
    const log = path.join(kept, 'wal')
    world = await startWorld({
      postgres: {
        settings: {
          wal_level: 'replica',
          archive_mode: 'on',
          archive_command: `test ! -f ${log}/%f && cp %p ${log}/%f.part && mv ${log}/%f.part ${log}/%f`,
          archive_timeout: String(ARCHIVED_EVERY_S),
        },
      },
    })
  }, 180_000)
  afterAll(async () => {
    await world?.close()
    rmSync(kept, { recursive: true, force: true })
  }, 60_000)

  test('Besides: all that was acknowledged before the last that was archived is there again, and people are served', async ({
    task,
  }) => {
    const { postgres, observer, product, member } = world
    const ledger = startLedger(() => [product.url])
    await expect.poll(() => ledger.count('ok'), AT_LENGTH).toBeGreaterThan(50)
    backUpWhole(world, path.join(kept, 'base'), owner)
    const inBase = ledger.count('ok')
    await expect.poll(() => ledger.count('ok'), AT_LENGTH).toBeGreaterThan(inBase + 50)
    const askedAt = Date.now()
    const { rows: now } = await sql<{
      file: string
    }>`select pg_walfile_name(pg_current_wal_lsn()) as file`.execute(observer.db)
    await expect
      .poll(async () => (await lastArchived(world)) >= (now[0]?.file ?? 'z'), AT_LENGTH)
      .toBe(true)

    await world.stopWatching()

    const lostAt = Date.now()
    await postgres.kill()
    await ledger.stop()
    await product.kill()
    rmSync(postgres.data, { recursive: true })
    recoverFromLog(postgres.data, kept, owner)
    await postgres.start()
    const database = await openServerDatabase(postgres.url)
    await expect.poll(() => isRecovering(database), AT_LENGTH).toBe(false)
    const environment = { DATABASE_URL: postgres.url, DATA_DIR: product.dataDir }
    const restored = await runCommand({ script: 'restore', args: ['--already'], environment })
    expect(restored.code, restored.output).toBe(0)
    const again = await world.startAnother()
    expect((await ask(again.url)).status).toBe(200)
    const tookMs = Date.now() - lostAt

    const lost = await ledger.lostSince(database)
    const lostMs = lostAt - (lost[0] ?? lostAt)
    task.meta.said = `${lost.length} of ${ledger.count('ok')} acknowledged are gone, of the last ${seconds(lostMs)}; archived every ${ARCHIVED_EVERY_S} s; back after ${seconds(tookMs)}`
    expect(lost.filter((toldAt) => toldAt < askedAt)).toEqual([])
    expect(await ledger.compare(database)).toMatchObject({ doubled: 0, fromNowhere: 0 })
    // A restore signs everybody out.
    const { cookie } = member
    expect((await ask(`${again.url}/api/user`, { headers: { cookie } })).status).toBe(401)
    await database.close()
  }, 240_000)
})

type Owner = ReturnType<typeof ownerOfServers>
const run = (program: string, args: string[], owner: Owner) =>
  execFileSync(program, args, { ...owner, cwd: tmpdir(), stdio: 'pipe' })

function backUpWhole({ postgres }: World, folder: string, owner: Owner) {
  const program = path.join(findPostgres() ?? '', 'pg_basebackup')
  const how = ['--checkpoint=fast', '--wal-method=stream', '--format=tar', '--gzip']
  run(program, ['-d', postgres.url, '-D', folder, ...how], owner)
}

function recoverFromLog(data: string, kept: string, owner: Owner) {
  mkdirSync(data, { mode: 0o700 })
  if (owner) chownSync(data, owner.uid, owner.gid)
  run('tar', ['-xzf', path.join(kept, 'base/base.tar.gz'), '-C', data], owner)
  const log = path.join(data, 'pg_wal')
  run('tar', ['-xzf', path.join(kept, 'base/pg_wal.tar.gz'), '-C', log], owner)
  appendFileSync(
    path.join(data, 'postgresql.auto.conf'),
    `restore_command = 'cp ${kept}/wal/%f %p'\n`,
  )
  const signal = path.join(data, 'recovery.signal')
  writeFileSync(signal, '')
  if (owner) chownSync(signal, owner.uid, owner.gid)
}

async function lastArchived({ observer }: World): Promise<string> {
  const { rows } = await sql<{
    file: string | null
  }>`select last_archived_wal as file from pg_stat_archiver`.execute(observer.db)
  return rows[0]?.file ?? ''
}

async function isRecovering({ db }: Pick<World['observer'], 'db'>): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db)
  return rows[0]?.is ?? true
}
