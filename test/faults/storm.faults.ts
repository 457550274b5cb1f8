import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '#app/db/migrate.ts'
import { MB } from '#app/shared/counts.ts'
import { rideOutStorm } from '#test/payments/storm.ts'
import { stormLives } from '#test/payments/storm-lives.ts'
import { openServerDatabase } from '#test/support/databases/test-database.ts'
import { type OwnPostgres, startOwnPostgres } from './own-postgres.ts'
import { BUSY_FACTOR } from './rows.ts'

const SENDINGS = 10_000
const DRAINED_MS = 60_000
/** As any answer. */
const ACKNOWLEDGED_MS = 2000
const MOST_BYTES = 512 * MB

let postgres: OwnPostgres
const folder = mkdtempSync(path.join(tmpdir(), 'nouveau-storm-'))
beforeAll(async () => {
  postgres = await startOwnPostgres()
  const { db, close } = await openServerDatabase(postgres.url)
  await migrate(db)
  await close()
}, 120_000)
afterAll(async () => {
  await postgres?.remove()
  rmSync(folder, { recursive: true, force: true })
}, 60_000)

describe('A storm of the payment provider', () => {
  test('Besides: ten thousand sendings, a fifth for the second time, in any order, through the death of the server: each applied once, within a minute', async ({
    task,
  }) => {
    const { url } = postgres
    const open = () => openServerDatabase(url)
    // Ten sendings each.
    const ridden = await rideOutStorm(stormLives(SENDINGS / 10), { folder, url, open })
    const { sendings, tookMs, waitedMs, peakBytes } = ridden
    const p99 = waitedMs[Math.floor(waitedMs.length * 0.99)] ?? Infinity
    const megabytes = peakBytes === undefined ? '?' : Math.round(peakBytes / MB)
    task.meta.said = `${(tookMs / 1000).toFixed(0)} s, p99 ${p99.toFixed(0)} ms, ${megabytes} MB`
    expect(sendings).toBe(SENDINGS)
    expect(waitedMs).toHaveLength(SENDINGS)
    expect(tookMs).toBeLessThan(DRAINED_MS * BUSY_FACTOR)
    expect(p99).toBeLessThan(ACKNOWLEDGED_MS * BUSY_FACTOR)
    expect(peakBytes ?? 0).toBeLessThan(MOST_BYTES)
  }, 240_000)
})
