import { sql } from 'kysely'
import { readBusinessNumbers } from '#app/admin/server/business/business.ts'
import {
  findLastBusinessDay,
  hasMemberships,
  keepBusinessDay,
} from '#app/admin/server/business/kept.queries.ts'
import { findRunning } from '#app/admin/server/business/recurring.queries.ts'
import { migrate } from '#app/db/migrate.ts'
import { openDatabase } from '#app/db/open-database.ts'
import { median, temporaryFolder } from '#bench/support/server-under-test.ts'
import { startPostgres } from '#test/support/databases/postgres-server.ts'

/** One million accounts, a fifth of them former or current members; `ACCOUNTS=100000` for a quick run. */
const ACCOUNTS = Number(process.env.ACCOUNTS ?? 1_000_000)
const READS = 5

/** Measures the queries of `/admin/business`. */
async function benchBusiness() {
  const postgres = await startPostgres({ keepsRows: true })
  const { folder, remove } = temporaryFolder()
  const { db, work, close } = await openDatabase({
    url: `${postgres.url}postgres`,
    dataDir: folder,
  })
  await migrate(db)
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`set lock_timeout = 0`.execute(connection)
    await sql`
      insert into users (id, email, password_hash)
      select 'p' || n, 'p' || n || '@bench.test', 'none' from generate_series(1, ${ACCOUNTS}::int) n
    `.execute(connection)
    await sql`
      insert into subscriptions (id, user_id, status, plan, created_at, ended_at, leaving_cause)
      select 's' || n, 'p' || n, case when n % 3 = 0 then 'canceled' else 'active' end,
        case when n % 2 = 0 then 'annual' else 'monthly' end,
        now() - (n % 700) * interval '1 day',
        case when n % 3 = 0 then now() - (n % 300) * interval '1 day' end,
        case when n % 3 = 0 then 'cancellation_requested' end
      from generate_series(1, ${ACCOUNTS / 5}::int) n`.execute(connection)
    await sql`
      insert into payments (invoice_id, subscription_id, user_id, amount_cents, currency, paid_at)
      select s.id || '-' || m, s.id, s.user_id, case s.plan when 'annual' then 9700 else 1200 end, 'usd',
        s.created_at + m * case s.plan when 'annual' then interval '1 year' else interval '1 month' end
      from subscriptions s, generate_series(0, 23) m
      where s.created_at + m * case s.plan when 'annual' then interval '1 year'
          else interval '1 month' end < coalesce(s.ended_at, now())`.execute(connection)
    await sql`
      insert into checkouts (id, session_id, binding_hash, plan, price_id, is_trial, is_sale,
        idempotency_key, event_id, status, subscription_id, created_at, completed_at, claimed_at,
        claimed_user_id, came_from)
      select 'c' || n, 'cs' || n, 'b' || n, 'annual', 'p', true, false, 'k' || n, 'e' || n,
        'complete', 's' || n, now() - (n % 700) * interval '1 day',
        now() - (n % 700) * interval '1 day', now(), 'p' || n, 'site' || n % 40 || '.example'
      from generate_series(1, ${ACCOUNTS / 5}::int) n`.execute(connection)
    await sql`vacuum analyze`.execute(connection)
  })
  const now = () => new Date()
  const { rows } = await sql<{ count: number }>`select count(*) as count from payments`.execute(db)
  const ways: Record<string, () => Promise<unknown>> = {
    'one payment by its key': () =>
      db.selectFrom('payments').selectAll().where('invoiceId', '=', 's7-0').executeTakeFirst(),
    'the page': async () => [await hasMemberships(db, 50_000), await findLastBusinessDay(db)],
    'the job of the clock': async () => {
      const numbers = await readBusinessNumbers({ db: work, now })
      await keepBusinessDay(work, { day: '2026-11-23', countedAt: now(), numbers })
    },
    'its rows': () => findRunning(db, now(), { limit: 50 }),
  }
  process.stdout.write(`${ACCOUNTS} accounts, ${rows[0]?.count} payments\n`)
  for (const [name, work] of Object.entries(ways)) {
    const taken: number[] = []
    for (let read = 0; read < READS; read += 1) {
      const startedAt = performance.now()
      await work()
      taken.push(performance.now() - startedAt)
    }
    process.stdout.write(`${name}: ${median(taken).toFixed(1)} ms\n`)
  }
  await close()
  await postgres.stop()
  remove()
}

await benchBusiness()
