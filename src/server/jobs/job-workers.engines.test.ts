import { setImmediate as endOfTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openJobStore } from '#app/db/job-store.ts'
import { newId } from '#app/server/ids.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/databases/test-database.ts'
import { openNotingQueue, runJobs } from '#test/support/jobs.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import type { Queues } from './job-workers.ts'
import { startWorkers, workJob } from './job-workers.ts'
import { createJobs } from './jobs.ts'

let database: TestDatabase
let app: TestApp

beforeAll(async () => {
  database = await openTestDatabase()
  app = await createTestApp({ database })
})

afterAll(() => app.close())

test('two processes that start together share the work: each job is done by one of them', async () => {
  const other = await app.another()
  const { send, queues, done } = await openNotingQueue(app.ctx, 'shared', { atOnce: 4 })
  const workers = await Promise.all(
    [app, other].map(({ ctx }) => startWorkers(ctx, ctx, queues, { pollSeconds: 0.5 })),
  )
  const sent = Array.from({ length: 60 }, (_, index) => index)
  for (const what of sent) await send({ what })
  await expect.poll(() => done.length).toBe(60)
  await Promise.all(workers.map((worker) => worker.stop()))
  expect(done.toSorted((a, b) => Number(a) - Number(b))).toEqual(sent)
  await other.close()
})

test('a job that fails waits to be tried again, and the others are done one after the other', async () => {
  const { send, queues, done } = await openNotingQueue(app.ctx, 'one-by-one')
  const { work } = queues['one-by-one'] ?? {}
  let [atOnce, most] = [0, 0]
  const counted: Queues = {
    'one-by-one': {
      work: async (ctx, data) => {
        atOnce += 1
        most = Math.max(most, atOnce)
        await endOfTurn()
        await work?.(ctx, data).finally(() => {
          atOnce -= 1
        })
      },
    },
  }
  await send({ what: 'a', failures: 1000 })
  for (const what of ['b', 'c', 'd']) await send({ what })
  const workers = await startWorkers(app.ctx, database, counted, { pollSeconds: 0.5 })
  await expect.poll(() => done.toSorted()).toEqual(['b', 'c', 'd'])
  const states = async () => {
    const { rows } = await sql<{ state: string }>`
      select state::text from pgboss.job where name = 'one-by-one' order by state
    `.execute(app.db)
    return rows.map(({ state }) => state)
  }
  await expect.poll(states).toEqual(['completed', 'completed', 'completed', 'retry'])
  await workers.stop()
  expect(most).toBe(1)
})

test('workers are told of a new job and need not look', async () => {
  const { send, queues, done } = await openNotingQueue(app.ctx, 'told')
  // The interval is too long for it to poll again within this test.
  const workers = await startWorkers(app.ctx, database, queues, { pollSeconds: 600 })
  await send({ what: 'a' })
  await expect.poll(() => done).toEqual(['a'])
  await send({ what: 'b' })
  await expect.poll(() => done).toEqual(['a', 'b'])
  await workers.stop()
})

test('stopping lets the job under way finish and begins no other', async () => {
  let release = () => {}
  const running = new Promise<void>((resolve) => {
    release = resolve
  })
  const events: string[] = []
  const queues: Queues = {
    stopping: {
      work: async () => {
        events.push('start')
        await running
        events.push('end')
      },
    },
  }
  const jobs = await createJobs(app.ctx, queues, app.ctx.log)
  const send = () => app.db.transaction().execute((trx) => jobs.send(trx, 'stopping', {}))
  const workers = await startWorkers(app.ctx, database, queues, { pollSeconds: 0.5 })
  await send()
  await expect.poll(() => events).toEqual(['start'])
  const stopped = workers.stop().then(() => events.push('stopped'))
  await send()
  release()
  await stopped
  expect(events).toEqual(['start', 'end', 'stopped'])
  expect(await runJobs(app.ctx, { queues })).toEqual({ worked: 1, failed: 0 })
  await jobs.close()
})

/** Makes the last heartbeat of this queue's jobs this many seconds old. */
const beSilent = (name: string, seconds: number) =>
  sql`
    update pgboss.job set heartbeat_on = now() - ${seconds} * interval '1 second' where name = ${name}
  `.execute(app.db)

test('a job whose process died is given to another as soon as nothing is heard of it', async () => {
  const { send, queues, done, jobs } = await openNotingQueue(app.ctx, 'died')
  await send({ what: 'a' })
  // Monitors once a second; otherwise like the store of the workers.
  const store = openJobStore({ db: app.db }, { migrate: false, monitorIntervalSeconds: 1 })
  await store.start()
  expect(await store.fetch('died')).toHaveLength(1)
  await beSilent('died', 15)
  await store.supervise('died')
  expect(await runJobs(app.ctx, { queues, everything: true })).toMatchObject({ worked: 0 })
  await beSilent('died', 25)
  await expect
    .poll(async () => {
      await store.supervise('died')
      return runJobs(app.ctx, { queues, everything: true })
    })
    .toMatchObject({ worked: 1 })
  expect(done).toEqual(['a'])
  await store.stop({ close: false })
  await jobs.close()
})

test('a job that takes long stays with the process that works it and tells so', async () => {
  let release = () => {}
  const running = new Promise<void>((resolve) => {
    release = resolve
  })
  let starts = 0
  const queues: Queues = {
    long: {
      work: async () => {
        starts += 1
        await running
      },
    },
  }
  const jobs = await createJobs(app.ctx, queues, app.ctx.log)
  const workers = await startWorkers(app.ctx, database, queues, {
    pollSeconds: 0.5,
    heartbeatSeconds: 0.2,
  })
  await app.db.transaction().execute((trx) => jobs.send(trx, 'long', {}))
  await expect.poll(() => starts).toBe(1)
  await beSilent('long', 19)
  await expect
    .poll(async () => {
      const { rows } = await sql<{ isHeard: boolean }>`
          select heartbeat_on > now() - interval '10 seconds' as is_heard
          from pgboss.job where name = 'long'
        `.execute(app.db)
      return rows[0]?.isHeard
    })
    .toBe(true)
  release()
  await workers.stop()
  expect(starts).toBe(1)
  await jobs.close()
})

test('a schedule is kept while its queue has one', async () => {
  const schedules = async () => {
    const { rows } = await sql<{ name: string; cron: string }>`
      select name, cron from pgboss.schedule order by name
    `.execute(app.db)
    return rows
  }
  const { queues, jobs } = await openNotingQueue(app.ctx, 'scheduled', { cron: '*/5 * * * *' })
  const workers = await startWorkers(app.ctx, app.ctx, queues)
  await workers.stop()
  expect(await schedules()).toEqual([{ name: 'scheduled', cron: '*/5 * * * *' }])
  const often = await openNotingQueue(app.ctx, 'scheduled', { cron: '* * * * *' })
  await (await startWorkers(app.ctx, app.ctx, often.queues)).stop()
  expect(await schedules()).toEqual([{ name: 'scheduled', cron: '* * * * *' }])
  const later = await openNotingQueue(app.ctx, 'scheduled')
  const others = await startWorkers(app.ctx, app.ctx, later.queues)
  await others.stop()
  expect(await schedules()).toEqual([])
  await Promise.all([jobs.close(), often.jobs.close(), later.jobs.close()])
})

test('what is due by itself comes without data, and is worked all the same', async () => {
  let times = 0
  const queues: Queues = {
    'due-by-itself': {
      work: async () => {
        times += 1
      },
    },
  }
  await createJobs(app.ctx, queues, app.ctx.log)
  const job = { id: newId(), name: 'due-by-itself', data: null }
  expect(await workJob(app.ctx, queues, job)).toBe(true)
  expect(times).toBe(1)
})
