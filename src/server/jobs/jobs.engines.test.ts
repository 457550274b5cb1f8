import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openJobStore } from '#app/db/job-store.ts'
import { openNotingQueue, runJobs } from '#test/support/jobs.ts'
import { useTestApp } from '#test/support/test-app.ts'
import type { Queues } from './job-workers.ts'
import { createJobs } from './jobs.ts'

const app = useTestApp()
const MINUTE_MS = 60_000

test('a job is done once, with what it was given', async () => {
  const { send, queues, done, jobs } = await openNotingQueue(app.ctx, 'once')
  await send({ what: 'a' })
  expect(await runJobs(app.ctx, { queues })).toEqual({ worked: 1, failed: 0 })
  expect(await runJobs(app.ctx, { queues })).toEqual({ worked: 0, failed: 0 })
  expect(done).toEqual(['a'])
  await jobs.close()
})

test('a job of a transaction that was rolled back is never done', async () => {
  const { jobs, queues, done } = await openNotingQueue(app.ctx, 'rolled-back')
  const change = app.db.transaction().execute(async (trx) => {
    await jobs.send(trx, 'rolled-back', { what: 'a' })
    throw new Error('taken back')
  })
  await expect(change).rejects.toThrow('taken back')
  await runJobs(app.ctx, { queues, everything: true })
  expect(done).toEqual([])
  await jobs.close()
})

test('a job for later waits for its time, by the clock of the app', async () => {
  const { send, queues, done, jobs } = await openNotingQueue(app.ctx, 'later')
  const noon = new Date('2026-03-02T17:00:00Z')
  app.setNow(noon)
  await send({ what: 'a' }, { startAfter: new Date(noon.getTime() + 15 * MINUTE_MS) })
  await runJobs(app.ctx, { queues })
  expect(done).toEqual([])
  app.setNow(new Date(noon.getTime() + 16 * MINUTE_MS))
  await runJobs(app.ctx, { queues })
  expect(done).toEqual(['a'])
  app.setNow(undefined)
  await jobs.close()
})

test('a job that fails is tried again until it is done', async () => {
  const { send, queues, done, tried, jobs } = await openNotingQueue(app.ctx, 'failing')
  await send({ what: 'a', failures: 2 })
  expect(await runJobs(app.ctx, { queues })).toEqual({ worked: 1, failed: 1 })
  // Not due again yet.
  expect(await runJobs(app.ctx, { queues })).toEqual({ worked: 0, failed: 0 })
  await runJobs(app.ctx, { queues, everything: true })
  await runJobs(app.ctx, { queues, everything: true })
  expect(tried).toEqual(['a', 'a', 'a'])
  expect(done).toEqual(['a'])
  await jobs.close()
})

test('a failing job is tried later and later, at most an hour apart, for days', async () => {
  const { send, queues, jobs } = await openNotingQueue(app.ctx, 'for-days')
  await send({ what: 'a', failures: 1000 })
  let totalSeconds = 0
  for (let tries = 0; tries < 100; tries += 1) {
    await runJobs(app.ctx, { queues, everything: true })
    const { rows } = await sql<{ state: string; wait: number }>`
      select state::text, extract(epoch from start_after - now())::float8 as wait
      from pgboss.job where name = 'for-days'
    `.execute(app.db)
    const [job] = rows
    expect(job?.state).toBe('retry')
    if (tries === 0) expect(job?.wait).toBeLessThan(12)
    expect(job?.wait).toBeLessThan(3601)
    totalSeconds += job?.wait ?? 0
  }
  expect(totalSeconds).toBeGreaterThan(3 * 24 * 60 * 60)
  await jobs.close()
})

test('what is due again by itself is tried three times: once a day may be tomorrow', async () => {
  const more = { cron: '23 4 * * *' }
  const { send, queues, tried, jobs } = await openNotingQueue(app.ctx, 'daily', more)
  await send({ what: 'a', failures: 1000 })
  for (let times = 0; times < 5; times += 1) {
    await runJobs(app.ctx, { queues, everything: true })
  }
  expect(tried).toEqual(['a', 'a', 'a'])
  await jobs.close()
})

test('jobs with one key wait once, and one more while the first runs', async () => {
  let release = () => {}
  const running = new Promise<void>((resolve) => {
    release = resolve
  })
  const starts: string[] = []
  const queues: Queues = {
    keyed: {
      work: async () => {
        starts.push('start')
        await running
      },
    },
  }
  const jobs = await createJobs(app.ctx, queues, app.ctx.log)
  const send = () =>
    app.db.transaction().execute((trx) => jobs.send(trx, 'keyed', {}, { singletonKey: 'sub_1' }))
  await send()
  await send()
  const first = runJobs(app.ctx, { queues })
  await expect.poll(() => starts.length).toBe(1)
  await send()
  release()
  await first
  await runJobs(app.ctx, { queues })
  expect(starts).toHaveLength(2)
  await jobs.close()
})

test('opening the queues again keeps what waits in them and takes over new settings', async () => {
  const { send, jobs } = await openNotingQueue(app.ctx, 'opened-again')
  await send({ what: 'a' })
  await jobs.close()
  const again = await openNotingQueue(app.ctx, 'opened-again', { longestSeconds: 77 })
  await again.send({ what: 'b' })
  await runJobs(app.ctx, { queues: again.queues })
  expect(again.done.toSorted()).toEqual(['a', 'b'])
  const { rows } = await sql<{ seconds: number }>`
    select expire_seconds as seconds from pgboss.queue where name = 'opened-again'
  `.execute(app.db)
  expect(rows).toEqual([{ seconds: 77 }])
  await again.jobs.close()
})

test('what the store has begun and could not end leaves the connection to the next as it was', async () => {
  const store = openJobStore({ db: app.db }, { migrate: false }).getDb()
  await expect(store.executeSql('begin;\nselect 1 / 0;\ncommit')).rejects.toThrow(
    'division by zero',
  )
  for (let times = 0; times < 12; times += 1) {
    const { rows } = await store.executeSql('select 1 as n')
    expect(rows).toEqual([{ n: 1 }])
  }
})

test('processes that start together open the same new queues', async () => {
  const other = await app.another()
  const queues: Queues = Object.fromEntries(
    Array.from({ length: 5 }, (_, index) => [`new-${index}`, { work: async () => {} }]),
  )
  const all = await Promise.all(
    [app, other, app, other].map(({ ctx }) => createJobs(ctx, queues, ctx.log)),
  )
  for (const jobs of all) {
    await app.db.transaction().execute((trx) => jobs.send(trx, 'new-4', {}))
    await jobs.close()
  }
  expect(await runJobs(app.ctx, { queues })).toEqual({ worked: 4, failed: 0 })
  await other.close()
})
