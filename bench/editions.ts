import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import { migrate } from '#app/db/migrate.ts'
import { openDatabase } from '#app/db/open-database.ts'
import { queues } from '#app/queues.ts'
import { temporaryFolder } from '#bench/support/server-under-test.ts'
import { createDeal } from '#test/support/factories.ts'
import { startPostgres } from '#test/support/postgres-server.ts'
import { createTestApp } from '#test/support/test-app.ts'
import type { TestDatabase } from '#test/support/test-database.ts'

/** Of 100,000 members, `PEOPLE=10000` for a quick look. */
const PEOPLE = Number(process.env.PEOPLE ?? 100_000)
const DEALS = 60
const MB = 1024 * 1024
const NOW = new Date('2026-11-23T12:00:00Z')

/** Editions for all members at one hour, from one process to a mail server that takes everything. */
async function benchEditions() {
  const sink = fork(path.join(import.meta.dirname, 'support/smtp-sink.ts'))
  const [{ port }] = (await once(sink, 'message')) as [{ port: number }]
  const environment = { SMTP_URL: `smtp://127.0.0.1:${port}`, PUBLIC_URL: 'https://club.example' }
  const postgres = await startPostgres()
  const { folder, remove } = temporaryFolder()
  const database = await openDatabase({ url: `${postgres.url}postgres`, dataDir: folder })
  await migrate(database.db)
  const only: TestDatabase = { ...database, openAgain: async () => only }
  const app = await createTestApp({ environment, database: only })
  app.setNow(NOW)
  for (let n = 0; n < DEALS; n += 1) {
    await createDeal(app.ctx, {
      brandName: `Maison de la Couture ${n % 20}`,
      productName: `A long coat of double-faced wool and cashmere, with a belt, number ${n}`,
      publishedAt: new Date(NOW.getTime() - 60_000),
    })
  }
  await fillReaders(app)

  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 100)
  const promised = await timed(() => queues.editions?.work(app.ctx, {}))
  const cpu = process.cpuUsage()
  const sent = await timed(() => queues['stream-mail']?.work(app.ctx, {}))
  const { user, system } = process.cpuUsage(cpu)
  clearInterval(watch)

  sink.send('how many')
  const [told] = (await once(sink, 'message')) as [{ mails: number; bytes: number }]
  const each = told.bytes / told.mails / 1024
  console.log(`${told.mails} editions of ${each.toFixed(0)} KB`)
  console.log(`  promised in ${promised.toFixed(1)} s`)
  console.log(`  handed over in ${sent.toFixed(1)} s: ${(told.mails / sent).toFixed(0)} a second`)
  console.log(`  CPU for each: ${((user + system) / told.mails / 1000).toFixed(2)} ms`)
  console.log(`  memory: ${((most - before) / MB).toFixed(0)} MiB more at most`)
  await app.close()
  await postgres.stop()
  remove()
  sink.disconnect()
}

async function fillReaders({ db }: { db: Awaited<ReturnType<typeof createTestApp>>['db'] }) {
  await sql`insert into users (id, email, password_hash, confirmed_at, inbox_proven_at)
    select 'reader' || n, 'reader' || n || '@people.test', 'x', ${NOW}, ${NOW}
    from generate_series(1, ${PEOPLE}::int) n`.execute(db)
  await sql`insert into subscriptions (id, user_id, status, plan)
    select 'sub_reader' || n, 'reader' || n, 'active', 'annual' from generate_series(1, ${PEOPLE}::int) n`.execute(
    db,
  )
  await sql`insert into mail_choices
      (user_id, ref, link_key, edition, hour, time_zone, answered_at, next_edition_at)
    select 'reader' || n, lpad(n::text, 12, '0'), md5(n::text) || md5(n::text), 'daily', 7, 'America/Toronto', ${NOW}, ${NOW}
    from generate_series(1, ${PEOPLE}::int) n`.execute(db)
  await sql`analyze`.execute(db)
}

async function timed(work: () => Promise<void> | undefined): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

await benchEditions()
