import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import { migrate } from '#app/db/migrate.ts'
import { openDatabase } from '#app/db/open-database.ts'
import { createJobs } from '#app/server/jobs/jobs.ts'
import { createLog } from '#app/server/log.ts'
import type { Result, Task } from '#bench/support/open-loop.ts'
import { cpuMs, startServer, temporaryFolder } from '#bench/support/server-under-test.ts'
import { startPostgres } from '#test/support/databases/postgres-server.ts'
import type { TestDatabase } from '#test/support/databases/test-database.ts'
import { createDeal } from '#test/support/factories.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

/** The number of members, 100,000; `PEOPLE=10000` for a quick run. */
const PEOPLE = Number(process.env.PEOPLE ?? 100_000)
/** As many as make a mail of 40 KB. */
const DEALS = 15
/** The pages requested meanwhile, and how many requests per second. */
const PAGES = ['/daily-deals', '/api/deals', '/']
const RATE = 40
const SECONDS = 5

/**
 * Measures editions to all members at one hour, from one process to a mail server that accepts everything,
 * and how it affects page requests meanwhile. Mail server, database and the requests share the cores with it.
 */
async function benchEditions() {
  const sink = fork(path.join(import.meta.dirname, 'support/smtp-sink.ts'))
  const [{ port }] = (await once(sink, 'message')) as [{ port: number }]
  const postgres = await startPostgres({ keepsRows: true })
  const { folder, remove } = temporaryFolder()
  const url = `${postgres.url}postgres`
  const database = await openDatabase({ url, dataDir: folder })
  await migrate(database.db)
  const app = await createTestApp({ database: { ...database, openAgain: neverAgain } })
  await fillDeals(app)
  await fillReaders(database.db)
  const server = await startServer({
    DATABASE_URL: url,
    DATA_DIR: folder,
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    TRUST_PROXY: '1',
    LOG_LEVEL: 'error',
  })
  const look = () => lookAtPages(Number(new URL(server.url).port))
  const mailsOf = async () => {
    sink.send('how many')
    return (await once(sink, 'message'))[0] as { mails: number; bytes: number }
  }

  await look()
  const idle = [await look(), await look()]
  const before = server.residentMiB()
  const cpuBefore = cpuMs(server.pid)
  await sql`update mail_choices set next_edition_at = now()`.execute(database.db)
  const jobs = await createJobs({ db: database.db }, {}, createLog({ log: { level: 'error' } }))
  await database.db.transaction().execute((trx) => jobs.send(trx, 'editions', {}))
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, server.residentMiB())
  }, 100)
  while ((await mailsOf()).mails === 0) await delay(20)
  const began = performance.now()
  const meanwhile: Result[] = []
  const looking = (async () => {
    while ((await mailsOf()).mails < PEOPLE) meanwhile.push(await look())
  })()
  while ((await mailsOf()).mails < PEOPLE) await delay(50)
  const seconds = (performance.now() - began) / 1000
  clearInterval(watch)
  const cpu = cpuMs(server.pid) - cpuBefore
  await looking

  const { mails, bytes } = await mailsOf()
  console.log(`\n${mails} editions of ${(bytes / mails / 1024).toFixed(0)} KB each`)
  console.log(`  ${(mails / seconds).toFixed(0)} a second (400 at least)`)
  console.log(`  CPU for each: ${(cpu / mails).toFixed(2)} ms, pages of then among it`)
  console.log(`  memory: ${(most - before).toFixed(0)} MiB more at most (120)`)
  const [still, busy] = [p99(idle), p99(meanwhile)]
  console.log(
    `  pages p99: ${busy} ms, ${still} ms without: ${(busy / still).toFixed(1)} times (2)`,
  )
  await server.stop()
  await jobs.close()
  await app.close()
  await postgres.stop()
  remove()
  sink.disconnect()
}

const neverAgain: TestDatabase['openAgain'] = () => {
  throw new Error('Nobody opens it again here.')
}

async function fillDeals(app: TestApp) {
  for (let n = 0; n < DEALS; n += 1) {
    await createDeal(app.ctx, {
      brandName: `Maison de la Couture ${n % 20}`,
      productName: `A long coat of double-faced wool and cashmere, with a belt, number ${n}`,
      publishedAt: new Date(Date.now() - 60_000),
    })
  }
}

async function fillReaders(db: Database) {
  await sql`insert into users (id, email, password_hash, confirmed_at, inbox_proven_at)
    select 'reader' || n, 'reader' || n || '@people.test', 'x', now(), now()
    from generate_series(1, ${PEOPLE}::int) n`.execute(db)
  await sql`insert into subscriptions (id, user_id, status, plan)
    select 'sub_reader' || n, 'reader' || n, 'active', 'annual' from generate_series(1, ${PEOPLE}::int) n`.execute(
    db,
  )
  await sql`insert into mail_choices
      (user_id, ref, link_key, edition, hour, time_zone, answered_at, next_edition_at)
    select 'reader' || n, lpad(n::text, 12, '0'), md5(n::text) || md5(n::text), 'daily',
      extract(hour from now() at time zone 'America/Toronto'), 'America/Toronto', now(), now() + interval '1 day'
    from generate_series(1, ${PEOPLE}::int) n`.execute(db)
  await sql`analyze`.execute(db)
}

/** As an open loop: requests do not wait for earlier responses. */
async function lookAtPages(port: number): Promise<Result> {
  const requests = PAGES.map(
    (page) => `GET ${page} HTTP/1.1\r\nhost: localhost\r\naccept-encoding: br\r\n\r\n`,
  )
  const task: Task = {
    port,
    kinds: [{ name: 'pages', weight: 100, requests }],
    seconds: SECONDS,
    rate: RATE,
    lines: 100,
  }
  const file = path.join(import.meta.dirname, 'support/open-loop.ts')
  const child = spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(task))
  let said = ''
  for await (const chunk of child.stdout) said += chunk
  return JSON.parse(said) as Result
}

function p99(results: Result[]): number {
  const all = results.flatMap(({ kinds }) =>
    Object.entries(kinds.pages?.answered ?? {}).flatMap(([ms, count]) =>
      Array.from({ length: count }, () => Number(ms)),
    ),
  )
  return all.sort((a, b) => a - b)[Math.floor(all.length * 0.99)] ?? Number.NaN
}

await benchEditions()
