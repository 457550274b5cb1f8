import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Announcement, AnnouncementDraft } from '#app/mailings/announcements.contract.ts'
import { chooseStreams } from '#app/mailings/server/choices.ts'
import { noteReturned } from '#app/mailings/server/returned.ts'
import { queues } from '#app/queues.ts'
import type { AppContext } from '#app/server/context.ts'
import { STREAM_MAIL_QUEUE } from '#app/server/mail/streams.ts'
import { openAs } from '#test/access/people.ts'
import { leave } from '#test/privacy/leaving.ts'
import { openAdmin } from '#test/support/admin.ts'
import {
  createMember,
  createPerson,
  createSubscriber,
  createUnconfirmed,
  type Person,
} from '#test/support/factories.ts'
import { runJobs } from '#test/support/jobs.ts'
import { createMailServer, type MailServer } from '#test/support/mail-server.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { ANNOUNCEMENTS_QUEUE } from './going-out.ts'

const server = {} as MailServer
const environment: Record<string, string> = {}
beforeAll(async () => {
  Object.assign(server, await createMailServer())
  environment.SMTP_URL = server.url
})
const app = useTestApp({ environment })
const MINUTE_MS = 60_000
let office: { cookie: string }
let now: number

afterEach(async () => {
  await server.stop()
  server.setMood('takes')
  server.received.length = 0
  app.setNow(undefined)
})
beforeEach(async () => {
  office = await openAdmin(app, 'Ada')
  await app.db.deleteFrom('mails').execute()
  await app.db.deleteFrom('announcements').execute()
  await app.db.deleteFrom('subscriptions').execute()
  await app.db.deleteFrom('users').execute()
  now = Date.now()
})

const draft: AnnouncementDraft = {
  subject: 'Our terms change',
  body: 'From December 24 there are new terms.\n\nRead [what is new](/terms) & <b>decide</b>.\n\n[Your account](/account)',
  audience: 'everybody',
  about: { document: 'terms', version: 1 },
}
const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', what: string, payload?: object) =>
  app.as(office).inject({ method, url: `/api/admin/letters${what}`, ...(payload && { payload }) })
const write = async (words: Partial<AnnouncementDraft> = {}): Promise<Announcement> =>
  (await ask('POST', '', { ...draft, ...words })).json()
const read = async (id: string): Promise<Announcement> => (await ask('GET', `/${id}`)).json()
const tryIt = (id: string) => ask('POST', `/${id}/trial`, { to: 'ada@people.test' })
const send = (id: string, revision = 1, hours = 1) =>
  ask('POST', `/${id}/send`, { revision, hours })

/** Runs the jobs of a minute. */
async function minute(ctx: AppContext = app.ctx) {
  await queues[ANNOUNCEMENTS_QUEUE]?.work(ctx, {})
  await queues[STREAM_MAIL_QUEUE]?.work(ctx, {})
}
function pass(minutes: number) {
  now += minutes * MINUTE_MS
  app.setNow(new Date(now))
}
const crowd = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, n) => {
      const email = `crowd-${n}-${randomUUID()}@people.test`
      const row = { id: randomUUID(), email, passwordHash: 'x', createdAt: new Date(now - 1000) }
      return app.db
        .insertInto('users')
        .values({ ...row, confirmedAt: new Date(now - 1000) })
        .returning(['id', 'email'])
        .executeTakeFirstOrThrow()
    }),
  )
const addressesOf = () =>
  server.received.flatMap(({ to }) => [to].flat()[0]?.address ?? (to as never))

describe('a letter to all', () => {
  test('is written, drawn by day and by night and as text, and refused where it is no such letter', async () => {
    const letter = await write()
    expect(letter).toMatchObject({ state: 'draft', revision: 1, isTried: false, writtenBy: 'Ada' })
    expect(letter.text).toContain(
      `Read what is new (${app.ctx.config.http.publicUrl}/terms) & <b>decide</b>.`,
    )
    expect(letter.text).toContain(`Your account:\n${app.ctx.config.http.publicUrl}/account`)
    expect(letter.text).toContain(`${app.ctx.config.http.publicUrl}/terms?version=1`)
    expect(letter.text).toContain('so it also goes to those who take no mail')
    const day = await ask('GET', `/${letter.id}/html`)
    const night = await ask('GET', `/${letter.id}/html?look=dark`)
    expect(day.headers['content-security-policy']).toContain("default-src 'none'")
    expect(day.body).toContain('&amp; &lt;b&gt;decide&lt;/b&gt;')
    expect(day.body).not.toMatch(/unsubscribe/i)
    expect([day.body.includes('@media not all'), night.body.includes('@media all')]).toEqual([
      true,
      true,
    ])
    const wrong = await ask('POST', '', { ...draft, body: '[A deal](/deal/abc)' })
    expect([wrong.statusCode, wrong.json().fields.body]).toEqual([
      400,
      expect.stringContaining('no deal, no offer'),
    ])
    const about = { document: 'terms', version: 9 }
    expect((await ask('POST', '', { ...draft, about })).statusCode).toBe(400)
    const changed = await ask('PUT', `/${letter.id}`, { ...draft, subject: 'Later', revision: 1 })
    expect(changed.json()).toMatchObject({ subject: 'Later', revision: 2 })
    const late = await ask('PUT', `/${letter.id}`, { ...draft, revision: 1 })
    expect([late.statusCode, late.json().code]).toEqual([409, 'letter-changed'])
    expect((await ask('DELETE', `/${letter.id}`)).statusCode).toBe(200)
    expect((await ask('GET', `/${letter.id}`)).statusCode).toBe(404)
  })

  test('is one draft when it is saved again because no answer came, in the words of the last save', async () => {
    const id = randomUUID()
    const save = (words: Partial<AnnouncementDraft> = {}) =>
      ask('POST', '', { ...draft, ...words, id })
    const pressed = await Promise.all([save(), save()])
    expect(pressed.map((each) => each.json())).toMatchObject([
      { id, revision: 1 },
      { id, revision: 1 },
    ])
    expect((await save({ subject: 'Other words' })).json()).toMatchObject({
      id,
      subject: 'Other words',
      revision: 2,
    })
    // It is based on a revision that this administrator has not seen.
    expect((await save({ subject: 'Late words' })).json()).toMatchObject({ code: 'letter-changed' })
    expect((await ask('GET', '')).json().letters).toMatchObject([{ id, subject: 'Other words' }])
    const noted = await app.db
      .selectFrom('auditEntries')
      .select('action')
      .where('subjectId', '=', id)
      .orderBy('id')
      .execute()
    expect(noted).toEqual([{ action: 'mail.letter-written' }, { action: 'mail.letter-rewritten' }])
  })

  test('goes out only in words that one of us had in an inbox, once, by whoever presses', async () => {
    await server.start()
    await createPerson(app.ctx)
    const { id } = await write()
    expect((await send(id)).json()).toMatchObject({ code: 'letter-not-tried' })
    expect((await tryIt(id)).json()).toMatchObject({ isTried: true })
    expect(server.received.map(({ subject }) => subject)).toEqual(['Trial: Our terms change'])
    await ask('PUT', `/${id}`, { ...draft, subject: 'Other words', revision: 1 })
    expect((await send(id, 1)).json()).toMatchObject({ code: 'letter-changed' })
    expect((await send(id, 2)).json()).toMatchObject({ code: 'letter-not-tried' })
    await tryIt(id)
    const presses = await Promise.all([send(id, 2), send(id, 2), send(id, 2)])
    expect(presses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
    expect((await ask('PUT', `/${id}`, { ...draft, revision: 2 })).statusCode).toBe(409)
    expect((await ask('DELETE', `/${id}`)).statusCode).toBe(409)
    const { entries } = (await app.as(office).inject({ url: '/api/admin/audit?kind=mail' })).json()
    expect(entries.map(({ action }: { action: string }) => action)).toEqual([
      'mail.letter-sent',
      'mail.letter-tried',
      'mail.letter-rewritten',
      'mail.letter-tried',
      'mail.letter-written',
      ...entries.slice(5).map(({ action }: { action: string }) => action),
    ])
  })

  test('reaches whom it is for, also who takes no mail; not who is gone, unconfirmed, or whose mail comes back', async () => {
    await server.start()
    const [member, trial, free, pastDue, gone, bounced] = [
      await createMember(app.ctx),
      await createSubscriber(app.ctx, 'trialing'),
      await createPerson(app.ctx),
      await createSubscriber(app.ctx, 'past_due'),
      await createPerson(app.ctx),
      await createPerson(app.ctx),
    ]
    await createUnconfirmed(app.ctx)
    await stopMailTo(bounced)
    const { id, audiences } = await write()
    expect(audiences).toEqual([
      { audience: 'everybody', people: 6, unreachable: 1 },
      { audience: 'members', people: 2, unreachable: 0 },
      { audience: 'trials', people: 1, unreachable: 0 },
      { audience: 'free', people: 3, unreachable: 1 },
    ])
    const to = async (audience: AnnouncementDraft['audience']) => {
      const letter = await write({ audience })
      await tryIt(letter.id)
      server.received.length = 0
      await send(letter.id)
      pass(10)
      await minute()
      return addressesOf().toSorted()
    }
    expect(await to('members')).toEqual([member.email, pastDue.email].toSorted())
    expect(await to('trials')).toEqual([trial.email])
    // After half an hour a second factor is required again.
    pass(20)
    expect((await send(id)).json()).toMatchObject({ code: 'prove-again' })
    office = await openAdmin(app, 'Ada')
    await tryIt(id)
    server.received.length = 0
    await send(id)
    await queues[ANNOUNCEMENTS_QUEUE]?.work(app.ctx, {})
    pass(5)
    await queues[ANNOUNCEMENTS_QUEUE]?.work(app.ctx, {})
    expect((await leave(app, gone)).statusCode).toBe(200)
    await createPerson(app.ctx)
    for (let turn = 0; turn < 3; turn += 1) {
      pass(5)
      await minute()
    }
    const everybody = [member, trial, free, pastDue].map(({ email }) => email)
    expect(
      addressesOf()
        .filter((email) => email !== gone.email)
        .toSorted(),
    ).toEqual(everybody.toSorted())
    expect(addressesOf()).not.toContain(gone.email)
    expect(await read(id)).toMatchObject({
      state: 'done',
      people: 6,
      fates: { sent: 4, skipped: 2, waiting: 0, held: 0, refused: 0 },
    })
    // The outcome is shown on each member's page.
    const page = await app.as(office).inject({ url: `/api/admin/members/${bounced.id}` })
    expect(page.json().mail.mails).toContainEqual(
      expect.objectContaining({
        template: 'letter-to-all',
        state: 'dropped',
        problem: 'not sent: mail to this address came back before',
      }),
    )
    const headers = server.received[0]?.headers.map(({ key }) => key)
    expect(headers).not.toContain('list-unsubscribe')
  })

  test('goes over hours, once to each, with two processes and one that died midway; stops and goes on', async () => {
    await server.start()
    const people = await crowd(120)
    const { id } = await write()
    await tryIt(id)
    server.received.length = 0
    await send(id, 1, 2)
    const other = await app.another({
      environment: { SMTP_URL: server.url },
    })
    for (let turn = 0; turn < 6; turn += 1) {
      pass(5)
      other.setNow(new Date(now))
      await Promise.all([minute(), minute(other.ctx)])
    }
    office = await openAdmin(app, 'Ada')
    expect((await read(id)).perHour).toBe(60)
    // Half an hour at a pace of two hours.
    expect(server.received.length).toBeGreaterThanOrEqual(28)
    expect(server.received.length).toBeLessThanOrEqual(32)

    // A process that dies while queueing has queued nobody.
    const before = await countMails(id)
    const dies: AppContext = {
      ...app.ctx,
      jobs: { ...app.ctx.jobs, send: () => Promise.reject(new Error('killed')) },
    }
    pass(5)
    await expect(queues[ANNOUNCEMENTS_QUEUE]?.work(dies, {})).rejects.toThrow('killed')
    expect(await countMails(id)).toBe(before)

    await queues[ANNOUNCEMENTS_QUEUE]?.work(app.ctx, {})
    const sent = server.received.length
    expect((await ask('POST', `/${id}/stop`)).json()).toMatchObject({ state: 'stopped' })
    pass(60)
    await minute()
    office = await openAdmin(app, 'Ada')
    expect(server.received).toHaveLength(sent)
    expect((await read(id)).fates?.waiting).toBeGreaterThan(0)
    expect((await ask('POST', `/${id}/resume`, { hours: 1 })).json()).toMatchObject({
      state: 'going',
    })
    for (let turn = 0; turn < 20; turn += 1) {
      pass(5)
      await minute()
    }
    office = await openAdmin(app, 'Ada')
    await other.close()
    expect(addressesOf().toSorted()).toEqual(people.map(({ email }) => email).toSorted())
    expect(await read(id)).toMatchObject({ state: 'done', fates: { sent: 120 } })
  })
})

describe('a mail server that', () => {
  test('promises no more while five hundred wait for the mail server, so that it can be stopped', async () => {
    await server.start()
    await crowd(30)
    const { id } = await write()
    await tryIt(id)
    await send(id)
    pass(5)
    await sql`
      insert into mails (id, key, template, recipient, data, stream, announcement_id)
      select 'waits-' || n, 'waits-' || n, 'announcement', 'x@people.test', '{}', 'announcement', ${id}
      from generate_series(1, 495) n
    `.execute(app.db)
    const work = () => queues[ANNOUNCEMENTS_QUEUE]?.work(app.ctx, {})
    await work()
    pass(1)
    await work()
    expect(await countMails(id)).toBe(500)
  })

  test('refuses and is slow while a letter goes gets each once when it is well; what it may have taken is held', async () => {
    const people = await crowd(30)
    const { id } = await write()
    await server.start()
    await tryIt(id)
    server.received.length = 0
    await send(id)
    // Down, then busy, then well.
    await server.stop()
    pass(5)
    await minute()
    expect((await read(id)).fates).toMatchObject({ sent: 0, waiting: 5 })
    server.setMood('4xx')
    await server.start()
    for (let turn = 0; turn < 3; turn += 1) {
      pass(5)
      await minute()
    }
    expect(server.received).toHaveLength(0)
    // More than a day, which would be too late for an edition.
    pass(30 * 60)
    server.setMood('takes-and-breaks')
    await queues[STREAM_MAIL_QUEUE]?.work(app.ctx, {})
    server.setMood('takes')
    for (let turn = 0; turn < 20; turn += 1) {
      pass(10)
      await minute()
    }
    office = await openAdmin(app, 'Ada')
    const { fates, state } = await read(id)
    expect(state).toBe('going')
    expect(fates?.held).toBeGreaterThan(0)
    expect(new Set(addressesOf()).size).toBe(addressesOf().length)
    const { held } = (await app.as(office).inject({ url: '/api/admin/mail' })).json()
    const reached = new Set([
      ...addressesOf(),
      ...held.map((mail: { recipient: string }) => mail.recipient),
    ])
    expect([...reached].toSorted()).toEqual(people.map(({ email }) => email).toSorted())
    const payload = { action: 'drop', ids: held.map((mail: { id: string }) => mail.id) }
    await app.as(office).inject({ method: 'POST', url: '/api/admin/mail/held', payload })
    await minute()
    expect(await read(id)).toMatchObject({ state: 'done' })
  })
})

test('a mail about an account that is turned away for good stands on the mail desk, with its address for owners', async () => {
  await server.start()
  const { email } = await createPerson(app.ctx)
  server.setMood('5xx')
  await app.inject({ method: 'POST', url: '/api/forgot-password', payload: { email } })
  await runJobs(app.ctx, { everything: true })
  const refused = async (who: { cookie: string }) =>
    (await app.as(who).inject({ url: '/api/admin/mail' })).json().refused
  const row = {
    template: 'password-reset',
    recipient: email,
    why: 'EENVELOPE 550 5.1.1 at RCPT TO',
  }
  expect(await refused(office)).toMatchObject([row])
  expect(await refused(await openAs(app, 'curator'))).toMatchObject([{ ...row, recipient: null }])
  // Two weeks later it is no longer reported.
  pass(15 * 24 * 60)
  expect(await refused(await openAdmin(app, 'Ada'))).toEqual([])
})

const countMails = async (id: string) =>
  Number(
    (
      await app.db
        .selectFrom('mails')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('announcementId', '=', id)
        .executeTakeFirstOrThrow()
    ).count,
  )

async function stopMailTo(person: Person) {
  const wish = {
    edition: 'never',
    editionWeekday: 0,
    alerts: 'never',
    hour: 7,
    timeZone: 'America/Toronto',
  } as const
  const wording = { edition: '', alerts: '' }
  await chooseStreams(app.ctx, { userId: person.id, wish, wording, place: 'test' })
  const about = { userId: person.id, mailId: null, stream: 'edition', toldBy: 'test' }
  await noteReturned(app.ctx, { ...about, kind: 'bounce' })
}
