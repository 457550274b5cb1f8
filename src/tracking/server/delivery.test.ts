import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openJobStore } from '#app/db/job-store.ts'
import { recordWithdrawal } from '#app/server/consent/withdrawals.queries.ts'
import { DAY_MS } from '#app/shared/dates.ts'
import { openBrowser } from '#test/support/browser.ts'
import { runJobs } from '#test/support/jobs.ts'
import { type Behaviour, TOKEN } from '#test/tracking/receiver.ts'
import {
  choose,
  cookieOf,
  reportBridge,
  reportView,
  useMeasuredApp,
} from '#test/tracking/use-measured-app.ts'
import { marketingEventsQueue, marketingSweepQueue } from './delivery.ts'
import { MARKETING_EVENTS_QUEUE } from './marketing-events.ts'

const { app, receiver, rows, deliver, consenting } = await useMeasuredApp()

const states = async () => (await rows()).map(({ state }) => state)
const payloads = async () => (await rows()).map(({ payload }) => payload)

describe('to withdraw', () => {
  test('deletes what waits to be told, and neither what was told nor anybody else’s', async () => {
    const [browser, other] = [await consenting(), await consenting()]
    await reportView(browser, { event_id: 'pv_told_before_it' })
    await deliver()
    await reportView(browser)
    await reportBridge(browser)
    await reportView(other, { event_id: 'pv_of_the_other' })
    await choose(browser, false)
    const waiting = (await rows()).filter(({ state }) => state === 'queued')
    expect(waiting.map(({ eventId }) => eventId)).toEqual(['pv_of_the_other'])
    expect((await states()).toSorted()).toEqual(['queued', 'sent'])
    await deliver()
    expect(receiver.received().map(({ event_id }) => event_id)).toEqual([
      'pv_told_before_it',
      'pv_of_the_other',
    ])
  })

  test('stops what was on its way at that moment', async () => {
    const browser = await consenting()
    const cookie = cookieOf(browser)
    await choose(browser, false)
    // A request sent before the withdrawal, and processed after it.
    await reportView(openBrowser(app, cookie))
    await deliver()
    expect(receiver.requests).toEqual([])
    expect(await rows()).toEqual([])
  })

  test('stops what was taken up a moment before', async () => {
    await reportView(await consenting())
    const [event] = await rows()
    // A delivery that had read the event before all of them were deleted.
    const expiresAt = new Date(Date.now() + DAY_MS)
    const withdrawal = { consentId: event?.consentId ?? '', expiresAt }
    await app.db.transaction().execute((trx) => recordWithdrawal(trx, withdrawal))
    await deliver()
    expect(receiver.requests).toEqual([])
    expect(await rows()).toMatchObject([{ state: 'dropped', lastError: 'withdrawn' }])
  })
})

describe('a marketing service that', () => {
  test.each<[string, Behaviour]>([
    ['fails', 500],
    ['is away', 503],
    ['is told too much', 429],
    ['is too slow', 408],
    ['does not know our token any more', 401],
    ['forbids it', 403],
    ['has moved', 404],
    ['never answers', 'hangs'],
    ['breaks the line after having taken it', 'takes-and-breaks'],
    ['leads elsewhere', 'redirects'],
  ])('%s is told again with the same id', async (_, behaviour) => {
    receiver.setBehaviour(behaviour)
    await reportView(await consenting(), { event_id: `pv_told_again_${behaviour}` })
    expect(await deliver()).toMatchObject({ failed: 1 })
    expect(await rows()).toMatchObject([{ state: 'queued', attempts: 1 }])
    expect(receiver.requests.map(({ url }) => url)).toEqual(['/v1/pixel/events'])
    receiver.setBehaviour('takes')
    await deliver()
    expect(await rows()).toMatchObject([{ state: 'sent', attempts: 2, lastError: null }])
    expect(await payloads()).toEqual([{}])
    expect(new Set(receiver.received().map(({ event_id }) => event_id)).size).toBe(1)
    expect(receiver.received()[0]).toEqual(receiver.received()[1])
    expect(app.logLines.join('\n')).not.toContain(TOKEN)
  })

  test('is away for long is written down once for each event, and as no fault of ours', async () => {
    receiver.setBehaviour(503)
    await reportView(await consenting())
    const before = app.logLines.length
    for (let time = 0; time < 3; time += 1) await deliver()
    const lines = app.logLines.slice(before).map((line) => JSON.parse(line))
    expect(lines.filter(({ level }) => level !== 'debug')).toMatchObject([
      { level: 'warn', problem: 'answered 503', msg: 'a marketing event is not delivered yet' },
    ])
  })

  test.each([400, 413, 422])('refuses an event with %i is not told of it again', async (status) => {
    receiver.setBehaviour(status)
    await reportView(await consenting())
    expect(await deliver()).toMatchObject({ failed: 0 })
    expect(await rows()).toMatchObject([
      { state: 'dropped', attempts: 1, lastError: `answered ${status}` },
    ])
    expect(await payloads()).toEqual([{}])
    await deliver()
    expect(receiver.requests).toHaveLength(1)
  })

  test('is away for a week is not told of what is old by then', async () => {
    receiver.setBehaviour(500)
    const start = Date.now()
    await reportView(await consenting())
    app.setNow(new Date(start + 6.9 * DAY_MS))
    await deliver()
    expect(await states()).toEqual(['queued'])
    receiver.setBehaviour('takes')
    app.setNow(new Date(start + 7 * DAY_MS + 60_000))
    await deliver()
    expect(receiver.requests).toHaveLength(1)
    expect(await rows()).toMatchObject([{ state: 'dropped', lastError: 'too old' }])
    expect(await payloads()).toEqual([{}])
  })

  test('is not configured any more is told nothing', async () => {
    await reportView(await consenting())
    const unmeasured = await app.another()
    await runJobs(unmeasured.ctx, { everything: true })
    await unmeasured.close()
    expect([await states(), receiver.requests]).toEqual([['dropped'], []])
  })
})

test('what a process was telling when it was killed is told again by another, with the same id', async () => {
  await reportView(await consenting())
  receiver.setBehaviour('takes-and-breaks')
  const store = openJobStore({ db: app.db }, { migrate: false })
  await store.start()
  // Taken by a process that neither finishes the job nor returns it.
  const [job] = await store.fetch<{ id: string }>(MARKETING_EVENTS_QUEUE)
  await expect(marketingEventsQueue().work(app.ctx, job?.data ?? {})).rejects.toThrow('no answer')
  receiver.setBehaviour('takes')
  await deliver()
  expect(receiver.requests).toHaveLength(1)

  const later = sql`started_on - interval '2 minutes'`
  await sql`update pgboss.job set started_on = ${later} where id = ${job?.id}`.execute(app.db)
  await store.supervise(MARKETING_EVENTS_QUEUE)
  await store.stop({ close: false, graceful: false })
  await deliver()
  const [first, second] = receiver.received()
  expect([receiver.requests.length, second]).toEqual([2, first])
  expect(await states()).toEqual(['sent'])
})

test('the sweep tells what has lost its job, once, and forgets what was told last season', async () => {
  await reportView(await consenting())
  await sql`delete from pgboss.job where name = 'marketing'`.execute(app.db)
  app.setNow(new Date(Date.now() + DAY_MS))
  // More than one page.
  await sql`insert into marketing_events (id, event_name, event_id, payload, consent_id, happened_at)
    select id || n, event_name, 'lost ' || n, payload, consent_id, happened_at
    from marketing_events, generate_series(1, 100) n`.execute(app.db)
  await marketingSweepQueue.work(app.ctx, {})
  await marketingSweepQueue.work(app.ctx, {})
  const { rows: jobs } = await sql`select from pgboss.job where name = 'marketing'`.execute(app.db)
  expect(jobs).toHaveLength(101)
  await app.db.deleteFrom('marketingEvents').where('eventId', 'like', 'lost %').execute()
  await deliver()
  expect([receiver.requests.length, await states()]).toEqual([1, ['sent']])
  app.setNow(new Date(Date.now() + 32 * DAY_MS))
  await marketingSweepQueue.work(app.ctx, {})
  expect(await rows()).toEqual([])
})
