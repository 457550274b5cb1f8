import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#app/db/database.ts'
import { migrate } from '#app/db/migrate.ts'
import { openDatabase } from '#app/db/open-database.ts'
import { loadLibrary } from '#app/server/observability/metrics-server.ts'
import { startPostgres } from '#test/support/databases/postgres-server.ts'
import { startReplica } from '#test/support/databases/replica.ts'
import { openServerDatabase } from '#test/support/databases/test-database.ts'
import { createDeal, createMember } from '#test/support/factories.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { announce } from './live.ts'
import { openReads, type Reads } from './reads.ts'

let primary: Awaited<ReturnType<typeof startPostgres>>
let replica: Awaited<ReturnType<typeof startReplica>>
let app: TestApp
let copy: Awaited<ReturnType<typeof openDatabase>>
beforeAll(async () => {
  primary = await startPostgres()
  const database = await openServerDatabase(`${primary.url}postgres`)
  await migrate(database.work)
  replica = await startReplica(primary.url)
  const environment = { DATABASE_URL: primary.url, DATABASE_REPLICA_URL: `${replica.url}postgres` }
  app = await createTestApp({ database, environment })
  copy = await openDatabase({ url: `${replica.url}postgres`, dataDir: '' })
})
afterAll(async () => {
  await app.close()
  await copy.close()
  await replica.stop()
  await primary.stop()
  replica.remove()
})

const isCopy = async (db: Database) => {
  const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db)
  return rows[0]?.is
}
const isReadFromCopy = (reads: Reads = app.ctx.reads) => reads.feed(isCopy)
const untilFollowed = () => expect.poll(() => isReadFromCopy()).toBe(true)
const feed = async (who?: { cookie: string }) => {
  const at = who ? app.as(who) : app
  return (await at.inject({ url: '/api/deals' })).body
}
const setPublished = (id: string, isPublished: boolean) =>
  app.db.transaction().execute(async (trx) => {
    await trx.updateTable('deals').set({ isPublished }).where('id', '=', id).execute()
    await announce(trx, 'deals')
  })

describe('with a replica', () => {
  test('lists and figures are read from it, and what it has not followed yet never is', async () => {
    const { id } = await createDeal(app.ctx)
    const { id: other } = await createDeal(app.ctx)
    await setPublished(id, true)
    await expect.poll(() => feed()).toContain(id)
    await untilFollowed()
    expect(await app.ctx.reads.figures(isCopy)).toBe(true)
    const { registry } = await loadLibrary()
    const told = async (name: string) =>
      Number((await registry.getSingleMetricAsString(name)).split(' ').at(-1))
    await expect.poll(() => told('nouveau_replica_read_from')).toBe(1)
    await expect.poll(() => told('nouveau_replica_lag_seconds')).toBeLessThan(5)

    await sql`select pg_wal_replay_pause()`.execute(copy.db)
    await expect
      .poll(async () => {
        const { rows } = await sql<{ state: string }>`
          select pg_get_wal_replay_pause_state() as state`.execute(copy.db)
        return rows[0]?.state
      })
      .toBe('paused')
    await setPublished(id, false)
    // Once the change is heard of, what the copy still has is neither shown nor cached.
    await expect.poll(() => feed()).not.toContain(id)
    expect(await isReadFromCopy()).toBe(false)
    expect(await feed()).toContain(other)
    expect(await told('nouveau_replica_read_from')).toBe(0)
    await expect.poll(() => told('nouveau_replica_lag_seconds')).toBeGreaterThan(0)
    // Sessions and users are read from the primary.
    const member = await createMember(app.ctx)
    expect((await app.as(member).inject({ url: '/api/user' })).statusCode).toBe(200)
    expect(JSON.parse(await feed(member)).deals).toMatchObject([{ id: other, isAccessible: true }])
    const out = await app.as(member).inject({ url: `/api/track/deal/${other}` })
    expect(out.statusCode).toBe(200)
    expect(await isReadFromCopy()).toBe(false)

    await sql`select pg_wal_replay_resume()`.execute(copy.db)
    await untilFollowed()
    expect(await feed()).not.toContain(id)
    await setPublished(id, true)
    await expect.poll(() => feed()).toContain(id)
  })

  test('that is too far behind nothing is read from it until it has caught up', async () => {
    const { config, live, log } = app.ctx
    const url = config.database.replicaUrl
    const database = await openServerDatabase(`${primary.url}postgres`)
    const reads = await openReads({ url, database, live, log, longestLagMs: 100 })
    await expect.poll(() => isReadFromCopy(reads)).toBe(true)
    await sql`select pg_wal_replay_pause()`.execute(copy.db)
    // Nothing that is written here is announced.
    await expect
      .poll(async () => {
        await createMember(app.ctx)
        return isReadFromCopy(reads)
      })
      .toBe(false)
    expect(app.logLines.join()).toContain('the replica is too far behind')
    await sql`select pg_wal_replay_resume()`.execute(copy.db)
    await expect.poll(() => isReadFromCopy(reads)).toBe(true)
    await reads.close()
    await database.close()
  })

  test('that is away, back, and then promoted, nobody notices but the log', async () => {
    const { id } = await createDeal(app.ctx)
    await untilFollowed()
    await replica.stop()
    await setPublished(id, false)
    await setPublished(id, true)
    await expect.poll(() => feed()).toContain(id)
    expect(await app.ctx.reads.figures(isCopy)).toBe(false)
    expect(app.logLines.join()).toContain('the replica does not answer')

    await replica.start()
    await untilFollowed()
    expect(app.logLines.join()).toContain('the replica is read from again')

    await sql`select pg_promote()`.execute(copy.db)
    await expect.poll(() => isReadFromCopy()).toBe(false)
    await expect.poll(() => app.logLines.join()).toContain('the replica follows nobody any more')
    // From now on the copy has rows of its own, and none of ours.
    await setPublished(id, false)
    await expect.poll(() => feed()).not.toContain(id)
  })
})
