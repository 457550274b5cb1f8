import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import { migrate } from '#app/db/migrate.ts'
import { openDatabase } from '#app/db/open-database.ts'
import { addDays, businessDay } from '#app/shared/dates.ts'
import { openAdminCalls } from '#bench/support/admin-calls.ts'
import { fillAdminList } from '#bench/support/admin-deals.ts'
import { startServer, temporaryFolder } from '#bench/support/server-under-test.ts'
import { startPostgres } from '#test/support/databases/postgres-server.ts'

const DEALS = 20_000
const PLANNED = 200
const MOVES = 120
const LOOKS = 10
const ADMIN_PASSWORD = 'the-back-office-1'

type Written = { bytes: number; rows: number }

/** Measures the board of an edition of 200 deals among 20,000: the time of a move and what it writes. */
async function benchBoard() {
  const postgres = await startPostgres()
  const { folder, remove } = temporaryFolder()
  const url = `${postgres.url}postgres`
  const { db, close } = await openDatabase({ url, dataDir: folder })
  await migrate(db)
  await fillAdminList(db, DEALS)
  const day = addDays(businessDay(new Date()), 1)
  const ids = await draftsFor(db)

  const environment = { DATABASE_URL: url, DATA_DIR: folder, DEMO: '0', ADMIN_PASSWORD }
  const server = await startServer(environment)
  const admin = await openAdminCalls(server.url, ADMIN_PASSWORD)
  const board = `/api/admin/editions/${day}`
  await admin.post(`${board}/deals`, { ids })

  const looks = await timed(LOOKS, () => admin.get(board))
  const order = [...ids]
  const versions = new Map(ids.map((id) => [id, 1]))
  const before = await written(db)
  const moves = await timed(MOVES, async (turn) => {
    const id = order.splice((turn * 37) % order.length, 1)[0] ?? ''
    const at = (turn * 61) % order.length
    const after = at === 0 ? null : (order[at - 1] ?? null)
    const answer = await admin.post(`${board}/moves`, { id, version: versions.get(id), after })
    versions.set(id, answer.version)
    order.splice(at, 0, id)
  })
  const after = await written(db)
  const scheduled = await timed(1, () => admin.post(`${board}/schedule`, { ids, time: '07:00' }))
  const seen = await timed(3, () => admin.text(`${board}/seen/member`))

  console.log(
    `\nBoard of ${PLANNED} deals among ${DEALS.toLocaleString('en')}, PostgreSQL: ms, p50 / p99`,
  )
  console.log(`${'the board'.padEnd(28)} ${shown(looks)}`)
  console.log(`${'one move'.padEnd(28)} ${shown(moves)}`)
  console.log(
    `${'one move writes'.padEnd(28)} ${((after.bytes - before.bytes) / MOVES).toFixed(0)} bytes of log, ${((after.rows - before.rows) / MOVES).toFixed(2)} rows of the plan`,
  )
  console.log(`${'scheduling all of them'.padEnd(28)} ${shown(scheduled)}`)
  console.log(`${'seen as a member'.padEnd(28)} ${shown(seen)}`)
  await server.stop()
  await close()
  await postgres.stop()
  remove()
}

async function draftsFor(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('deals')
    .select('id')
    .where('deletedAt', 'is', null)
    .where('brandId', 'is not', null)
    .orderBy('id')
    .limit(PLANNED)
    .execute()
  const ids = rows.map(({ id }) => id)
  await db
    .updateTable('deals')
    .set({ isPublished: false, isScheduled: false, endedAt: null, endedReason: null })
    .set({ hasLeftFeed: false, endsAt: null, startsAt: null })
    .where('id', 'in', ids)
    .execute()
  return ids
}

/** The position in the write-ahead log in bytes, and the number of plan rows written so far. */
async function written(db: Database): Promise<Written> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<Written>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as bytes,
      (select sum(version)::float8 from edition_deals) as rows`.execute(db)
  return rows[0] ?? { bytes: 0, rows: 0 }
}

async function timed(times: number, work: (turn: number) => Promise<unknown>): Promise<number[]> {
  const took: number[] = []
  for (let turn = 0; turn < times; turn += 1) {
    const begun = performance.now()
    await work(turn)
    took.push(performance.now() - begun)
  }
  return took.toSorted((a, b) => a - b)
}

function shown(took: number[]): string {
  const at = (share: number) =>
    took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0
  return `${at(0.5).toFixed(1).padStart(7)} / ${at(0.99).toFixed(1)}`
}

await benchBoard()
