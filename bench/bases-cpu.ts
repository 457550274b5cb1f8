import { sql } from 'kysely'
import { migrate } from '#app/db/migrate.ts'
import { openDatabase } from '#app/db/open-database.ts'
import { fillAdminList } from '#bench/support/admin-deals.ts'
import { addMembers } from '#bench/support/members.ts'
import { givePriceStates } from '#bench/support/price-states.ts'
import { startPostgres } from '#test/support/databases/postgres-server.ts'
import type { TestDatabase } from '#test/support/databases/test-database.ts'
import { createAppOn } from '#test/support/test-app.ts'

const DEALS = 600
/** Without it an in-process request gets the page uncompressed, and its length would be measured. */
const AS_BROWSERS = { 'accept-encoding': 'gzip, deflate, br, zstd' }
const MEMBERS = 300
const ROUNDS = Number(process.env.ROUNDS ?? 100)
const REQUESTS = 25

/**
 * The comparison of `bases` for members only and without a network: two apps in one process, called in turn,
 * by the CPU time of their thread. Other load on the machine affects that far less than requests per second.
 */
async function benchBasesCpu() {
  const postgres = await startPostgres()
  const apps = []
  for (const [at, name] of ['plain', 'with bases, badges and states'].entries()) {
    const admin = await openDatabase({ url: `${postgres.url}postgres`, dataDir: '' })
    await sql.raw(`create database c${at}`).execute(admin.db)
    await admin.close()
    const opened = await openDatabase({ url: `${postgres.url}c${at}`, dataDir: '' })
    await migrate(opened.db)
    await fillAdminList(opened.db, DEALS)
    if (at === 1) await givePriceStates(opened.db)
    const cookies = await addMembers(opened.db, MEMBERS)
    const database: TestDatabase = { ...opened, openAgain: async () => database }
    apps.push({ name, cookies, cpu: [0], app: await createAppOn(database, { hasPages: true }) })
  }
  for (const url of ['/api/deals?page=1&limit=12', '/daily-deals']) {
    for (const each of apps) each.cpu = []
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const { app, cookies, cpu } of round % 2 === 0 ? apps : apps.toReversed()) {
        const before = process.threadCpuUsage()
        for (let at = 0; at < REQUESTS; at += 1) {
          const cookie = cookies[(round * REQUESTS + at) % MEMBERS] ?? ''
          const { statusCode } = await app.inject({ url, headers: { ...AS_BROWSERS, cookie } })
          if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`)
        }
        const { user, system } = process.threadCpuUsage(before)
        cpu.push((user + system) / 1000 / REQUESTS)
      }
    }
    for (const { name, cpu } of apps) {
      const sorted = cpu.toSorted((one, other) => one - other)
      const at = (part: number) => (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(3)
      console.log(`${url}  ${name}: median ${at(0.5)} ms of CPU, lowest quarter ${at(0.25)}`)
    }
  }
  for (const { app } of apps) await app.close()
  await postgres.stop()
}

await benchBasesCpu()
