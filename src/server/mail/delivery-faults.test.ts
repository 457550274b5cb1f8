import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { runJobs } from '#test/support/jobs.ts'
import { createMailServer, type Mood } from '#test/support/mail-server.ts'
import { useMailing, writesLetter, writing } from '#test/support/mailing.ts'
import { mailSweepQueue } from './delivery.ts'
import { purgeStreamMails } from './streams.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const { app, server, promise, rowOf, untilDelivered } = useMailing()

describe('a mail server that', () => {
  test.each<[string, Mood | 'refuses']>([
    ['refuses connections', 'refuses'],
    ['turns the recipient away for now', '4xx'],
    ['never answers', 'hangs'],
    ['breaks the line after the letter', 'breaks'],
    ['turns the letter away', '554'],
  ])('%s gets every mail once it is well again', async (_, mood) => {
    if (mood !== 'refuses') {
      server.setMood(mood)
      await server.start()
    }
    const keys = [await promise({ to: 'bob@people.test' }), await promise()]
    await runJobs(app.ctx, { queues: writesLetter, everything: true })
    expect(server.received).toEqual([])
    const waiting = await rowOf(keys[0] ?? '')
    expect(waiting).toMatchObject({ state: 'queued', attempts: 1 })
    expect(waiting.lastError).toMatch(/^E[A-Z]+/)
    expect(waiting.lastError).not.toMatch(/@|bob/)

    server.setMood('takes')
    if (mood === 'refuses') await server.start()
    await untilDelivered(writesLetter)
    expect(server.received.map((mail) => mail.to?.[0]?.address).toSorted()).toEqual([
      'ann@people.test',
      'bob@people.test',
    ])
    expect(app.logLines.join('')).not.toContain('bob@people.test')
  })

  test('is said nothing to by who cannot write the letter, and no name is kept of why', async () => {
    await server.start()
    const key = await promise()
    const fails = writing(() => Promise.reject(new TypeError('ann@people.test is nobody')))
    await runJobs(app.ctx, { queues: fails, everything: true })
    expect(await rowOf(key)).toMatchObject({ state: 'queued', lastError: 'TypeError' })
    await untilDelivered(writesLetter)
  })

  test('that is elsewhere is told nothing without a line that nobody reads along', async () => {
    const elsewhere = await createMailServer('127.0.0.2')
    await elsewhere.start()
    const another = await app.another({ environment: { SMTP_URL: elsewhere.url } })
    const key = await promise()
    await runJobs(another.ctx, { queues: writesLetter, everything: true })
    expect(await rowOf(key)).toMatchObject({
      state: 'queued',
      lastError: expect.stringMatching(/^ETLS/),
    })
    expect(elsewhere.received).toEqual([])
    await another.close()
    await elsewhere.stop()
    await server.start()
    await untilDelivered(writesLetter)
  })

  test('took the letter but could not say so gets it again under the same id', async () => {
    server.setMood('takes-and-breaks')
    await server.start()
    await promise()
    await runJobs(app.ctx, { queues: writesLetter, everything: true })
    server.setMood('takes')
    await untilDelivered(writesLetter)
    expect(server.received).toHaveLength(2)
    expect(new Set(server.received.map((mail) => mail.messageId)).size).toBe(1)
  })

  test('turns the recipient away for good is asked once, and that is logged', async () => {
    server.setMood('5xx')
    await server.start()
    const key = await promise({ to: 'nobody@people.test' })
    const { worked, failed } = await runJobs(app.ctx, { queues: writesLetter, everything: true })
    expect([worked, failed]).toEqual([1, 0])
    const { id, ...row } = await rowOf(key)
    expect(row).toMatchObject({
      state: 'refused',
      attempts: 1,
      lastError: 'EENVELOPE 550 5.1.1 at RCPT TO',
    })
    server.setMood('takes')
    await mailSweepQueue.work(app.ctx, {})
    await untilDelivered(writesLetter)
    expect(server.received).toEqual([])
    const [line = '{}'] = app.logLines.filter((each) => each.includes('turned away'))
    expect(JSON.parse(line)).toMatchObject({
      level: 'warn',
      mailId: id,
      queue: 'mail',
      err: { message: 'EENVELOPE 550 5.1.1 at RCPT TO' },
    })
    expect(line).not.toContain('@people')
  })

  test('is away for a week loses the mail, and that is logged', async () => {
    const key = await promise()
    app.setNow(new Date(Date.now() + 6 * DAY_MS))
    await runJobs(app.ctx, { queues: writesLetter, everything: true })
    expect(await rowOf(key)).toMatchObject({ state: 'queued' })
    app.setNow(new Date(Date.now() + 8 * DAY_MS))
    await runJobs(app.ctx, { queues: writesLetter, everything: true })
    expect(await rowOf(key)).toMatchObject({ state: 'dropped' })
    const [line = '{}'] = app.logLines.filter((each) => each.includes('a mail is given up"'))
    expect(JSON.parse(line)).toMatchObject({
      level: 'error',
      template: 'test',
      err: { message: 'ESOCKET ECONNREFUSED at CONN' },
    })
  })
})

describe('the sweep', () => {
  test('sends what has lost its job, and nothing twice', async () => {
    await server.start()
    const keys = [await promise(), await promise()]
    const { id } = await rowOf(keys[0] ?? '')
    await sql`delete from pgboss.job where singleton_key = ${id}`.execute(app.db)
    // More than one page.
    await sql`insert into mails (id, key, template, recipient, data, created_at, send_after)
      select id || n, 'lost ' || n, template, recipient, data, created_at, send_after
      from mails, generate_series(1, 100) n where id = ${id}`.execute(app.db)
    app.setNow(new Date(Date.now() + DAY_MS))
    await mailSweepQueue.work(app.ctx, {})
    await mailSweepQueue.work(app.ctx, {})
    const { rows } = await sql`select from pgboss.job where name = 'mail'
      and state = 'created' and singleton_key like ${`${id}%`}`.execute(app.db)
    expect(rows).toHaveLength(101)
    await app.db.deleteFrom('mails').where('key', 'like', 'lost %').execute()
    await untilDelivered(writesLetter)
    expect(server.received).toHaveLength(2)
  })

  test('leaves alone what waits to be tried again', async () => {
    const key = await promise()
    await runJobs(app.ctx, { queues: writesLetter })
    app.setNow(new Date(Date.now() + DAY_MS))
    await mailSweepQueue.work(app.ctx, {})
    const { id, attempts } = await rowOf(key)
    expect(attempts).toBe(1)
    const { rows } = await sql`
      select state from pgboss.job where singleton_key = ${id} and state < 'completed'
    `.execute(app.db)
    expect(rows).toEqual([{ state: 'retry' }])
    await server.start()
    await untilDelivered(writesLetter)
    expect(server.received).toHaveLength(1)
  })

  test('forgets after a season whom mail went to, and still sends nothing twice', async () => {
    await server.start()
    const key = await promise()
    await untilDelivered(writesLetter)
    app.setNow(new Date(Date.now() + 91 * DAY_MS))
    await mailSweepQueue.work(app.ctx, {})
    await purgeStreamMails(app.ctx)
    const { recipient, data, state } = await rowOf(key)
    expect([recipient, data, state]).toEqual(['', {}, 'sent'])
    await promise({ key })
    await untilDelivered(writesLetter)
    expect(server.received).toHaveLength(1)
  })
})
