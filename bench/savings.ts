import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import { migrate } from '#app/db/migrate.ts'
import { openDatabase } from '#app/db/open-database.ts'
import { TRIPS_ON_A_PAGE } from '#app/savings/savings.facts.ts'
import { sumRecorded } from '#app/savings/server/ledger.ts'
import { findEntries, sumEntries } from '#app/savings/server/savings.queries.ts'
import { median, temporaryFolder } from '#bench/support/server-under-test.ts'
import { startPostgres } from '#test/support/databases/postgres-server.ts'

/** A ledger of a million trips; `TRIPS=100000` for a quick run. */
const TRIPS = Number(process.env.TRIPS ?? 1_000_000)
const PEOPLE = 10_000
const READS = 1500
/** The first reads are not counted: their statements are not planned and their code is not compiled yet. */
const WARMING_UP = 300
const AT_ONCE = 20_000

/** Compares the queries of `/savings` and the meter with reading one row by its key. */
async function benchSavings() {
  const postgres = await startPostgres({ keepsRows: true })
  const { folder, remove } = temporaryFolder()
  const { db, close } = await openDatabase({ url: `${postgres.url}postgres`, dataDir: folder })
  await migrate(db)
  await sql`
    insert into users (id, email, password_hash)
    select 'p' || n, 'p' || n || '@bench.test', 'none' from generate_series(1, ${PEOPLE}::integer) n
  `.execute(db)
  for (let from = 1; from <= TRIPS; from += AT_ONCE) await fillTrips(db, from)
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`vacuum analyze`.execute(connection)
  })
  const person = (read: number) => `p${((read * 7919) % PEOPLE) + 1}`
  const year = [{ from: new Date(Date.now() - 366 * 86_400_000), to: new Date() }]
  const ways: Record<string, (userId: string) => Promise<unknown>> = {
    'one row by its key': (userId) =>
      db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst(),
    'the meter': (userId) => sumRecorded(db, userId, year),
    '/savings': (userId) =>
      Promise.all([
        findEntries(db, { userId, offset: 0, limit: TRIPS_ON_A_PAGE }),
        sumEntries(db, userId),
      ]),
  }
  const taken: Record<string, number[]> = Object.fromEntries(
    Object.keys(ways).map((name) => [name, []]),
  )
  // Interleaved, so that other load on the machine affects all alike.
  for (let read = 0; read < READS; read += 1) {
    for (const [name, work] of Object.entries(ways)) {
      const startedAt = performance.now()
      await work(person(read))
      if (read >= WARMING_UP) taken[name]?.push(performance.now() - startedAt)
    }
  }
  const base = median(taken['one row by its key'] ?? [])
  process.stdout.write(
    `${TRIPS} trips of ${PEOPLE} people, medians of ${READS - WARMING_UP} reads\n`,
  )
  for (const [name, times] of Object.entries(taken)) {
    const ms = median(times)
    process.stdout.write(`  ${name}: ${ms.toFixed(2)} ms, ${(ms / base).toFixed(1)} times\n`)
  }
  await close()
  await postgres.stop()
  remove()
}

async function fillTrips(db: Database, first: number) {
  const last = Math.min(TRIPS, first + AT_ONCE - 1)
  await sql`
    insert into trips (number, user_id, deal_id, made_at, was_cents, now_cents, basis, is_proven, travels)
    select 'T-' || substr(lpad(n::text, 10, '0'), 1, 5)
        || '-' || substr(lpad(n::text, 10, '0'), 6, 5),
      'p' || (n % ${PEOPLE}::integer + 1), 'd' || n % 5000, now() - n * interval '1 minute',
      40000, 25000, 'retailer', true, true
    from generate_series(${first}::integer, ${last}::integer) n
  `.execute(db)
  await sql`
    insert into ledger_rows (id, user_id, trip_number, deal_id, state, bought_on, paid_cents, saving_cents)
    select 'r' || number, user_id, number, deal_id,
      (array['recorded', 'confirmed', 'returned', 'rejected'])[1 + abs(hashtext(number)) % 4],
      made_at::date, 25000, 15000
    from trips where number between ${numberOf(first)} and ${numberOf(last)}
  `.execute(db)
}

/** The trip number of the n-th trip. */
function numberOf(trip: number): string {
  const digits = String(trip).padStart(10, '0')
  return `T-${digits.slice(0, 5)}-${digits.slice(5)}`
}

await benchSavings()
