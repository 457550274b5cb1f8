import { beforeAll, describe, expect, test } from 'vitest'
import { proveInbox } from '#app/accounts/server/accounts.ts'
import { chooseStreams, streamChoices } from '#app/mailings/server/choices.ts'
import { readMailDesk } from '#app/mailings/server/desk.ts'
import { sendStreamMail } from '#app/mailings/server/stream-mail.ts'
import { queues } from '#app/queues.ts'
import { businessDay, DAY_MS, HOUR_MS } from '#app/shared/dates.ts'
import { openAdmin } from '#test/support/admin.ts'
import { createDeal, createMember, type Person } from '#test/support/factories.ts'
import { readOutbox, runJobs } from '#test/support/jobs.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()
let office: { cookie: string }
let reader: Person

const wish = {
  edition: 'daily',
  editionWeekday: 0,
  alerts: 'never',
  hour: 7,
  timeZone: 'America/Toronto',
} as const

beforeAll(async () => {
  office = await openAdmin(app)
  reader = await createMember(app.ctx)
  await app.db.transaction().execute((trx) => proveInbox(trx, app.ctx, reader.id))
  const wording = { edition: 'The edition', alerts: 'Alerts' }
  await chooseStreams(app.ctx, { userId: reader.id, wish, wording, place: 'test' })
  await createDeal(app.ctx, { brandName: 'Aubrelle', productName: 'Secret boot' })
  await app.db.updateTable('deals').set({ publishedAt: app.ctx.now() }).execute()
})

const read = async (url: string) => (await app.as(office).inject({ url })).json()
const promise = (key: string) =>
  app.db.transaction().execute((trx) =>
    sendStreamMail(trx, app.ctx, {
      userId: reader.id,
      stream: 'edition',
      key,
      template: 'edition',
      // Independent of the time at which the test runs.
      data: { day: '2026-11-23', since: new Date(0), through: new Date(), isAskedForNow: true },
    }),
  )
const lookForMails = () => queues['stream-mail']?.work(app.ctx, {})
const editionOf = (desk: { streams: Array<{ stream: string }> }) =>
  desk.streams.find(({ stream }) => stream === 'edition')

describe('the mail desk', () => {
  test('says who takes what, and what went out', async () => {
    await promise('one')
    await lookForMails()
    const desk = await read('/api/admin/mail')
    expect(editionOf(desk)).toMatchObject({
      readers: [{ choice: 'daily', people: 1 }],
      unreachable: 0,
      waiting: 0,
      isStopped: false,
    })
    expect(desk.days).toMatchObject([{ stream: 'edition', sent: 1, bounced: 0, unsubscribed: 0 }])
  })

  test('says that membership mail is everybody’s, what of it waits and went out, and stops none', async () => {
    const payload = { email: reader.email }
    await app.inject({ method: 'POST', url: '/api/forgot-password', payload })
    expect((await read('/api/admin/mail')).membership).toEqual({ people: 1, waiting: 1 })
    await runJobs(app.ctx)
    const desk = await read('/api/admin/mail')
    expect(desk.membership).toEqual({ people: 1, waiting: 0 })
    expect(desk.days).toContainEqual(
      expect.objectContaining({ stream: 'membership', sent: 1, refused: 0 }),
    )
    const stop = await app.as(office).inject({
      method: 'PATCH',
      url: '/api/admin/mail/streams/membership',
      payload: { isStopped: true, reason: 'Spoiled' },
    })
    expect(stop.statusCode).toBe(400)
  })

  test('stops a stream and resumes it, with who and why in the audit', async () => {
    const change = (isStopped: boolean, reason = isStopped ? 'A wrong price' : '') =>
      app.as(office).inject({
        method: 'PATCH',
        url: '/api/admin/mail/streams/edition',
        payload: { isStopped, reason },
      })
    const unexplained = await change(true, ' ')
    expect([unexplained.statusCode, unexplained.json().fields]).toEqual([
      400,
      { reason: 'Say why, in a few words' },
    ])
    expect(editionOf(await read('/api/admin/mail'))).toMatchObject({ isStopped: false })
    const stopped = (await change(true)).json()
    expect(editionOf(stopped)).toMatchObject({ isStopped: true, reason: 'A wrong price' })
    await promise('two')
    const before = (await readOutbox(app.ctx)).length
    await lookForMails()
    expect(await readOutbox(app.ctx)).toHaveLength(before)
    expect(editionOf(await read('/api/admin/mail'))).toMatchObject({ waiting: 1 })
    await change(false)
    await lookForMails()
    expect(await readOutbox(app.ctx)).toHaveLength(before + 1)
    const { entries } = await read('/api/admin/audit?kind=mail')
    expect(entries.map(({ action }: { action: string }) => action)).toEqual([
      'mail.resumed',
      'mail.stopped',
    ])
  })

  test('shows the edition as each sees it, and sends it to one address', async () => {
    const preview = (as: string) => read(`/api/admin/mail/preview?edition=newest&as=${as}`)
    const [member, free, account] = await Promise.all([
      preview('member'),
      preview('free'),
      preview(`account&email=${encodeURIComponent(reader.email)}`),
    ])
    expect(member.letter.text).toContain('Secret boot')
    expect(free.letter.text).toContain('Aubrelle')
    expect(free.letter.html + free.letter.text).not.toContain('Secret boot')
    expect(account.letter.text).toContain('Secret boot')
    const missing = await app
      .as(office)
      .inject({ url: '/api/admin/mail/preview?as=account&email=none@people.test' })
    expect(missing.statusCode).toBe(404)
    const payload = { as: 'free', edition: 'newest', to: 'curator@people.test' }
    await app.as(office).inject({ method: 'POST', url: '/api/admin/mail/preview', payload })
    const last = (await readOutbox(app.ctx)).find(
      ({ to }) => to?.[0]?.address === 'curator@people.test',
    )
    expect(last?.subject).toMatch(/^Preview: /)
    expect(last?.text).not.toContain('Secret boot')
  })

  test('says of the edition to come what is of its morning, and what came out before', async () => {
    const preview = () => read('/api/admin/mail/preview?edition=next')
    const { dueAt } = await preview()
    const before = new Date(Date.parse(dueAt) - 20 * HOUR_MS)
    await app.db.updateTable('deals').set({ publishedAt: before }).execute()
    const { id } = await createDeal(app.ctx, { brandName: 'Oriel' })
    const scheduled = { isPublished: false, publishedAt: null, isScheduled: true, startsAt: dueAt }
    await app.db.updateTable('deals').set(scheduled).where('id', '=', id).execute()
    const { letter, holds } = await preview()
    expect(letter.subject).toMatch(/: 2 new deals$/)
    expect(holds).toEqual({ day: businessDay(new Date(dueAt)), ofDay: 1, earlier: 1 })
  })

  test('says what was turned away in the last two weeks, and to owners alone whose it was', async () => {
    const now = app.ctx.now()
    const of = (days: number) => ({
      ...{ id: `away ${days}`, key: `away ${days}`, template: 'receipt', recipient: reader.email },
      ...{ state: 'refused' as const, lastError: 'EENVELOPE 550', data: '{}' },
      ...{ createdAt: now, sendAfter: now },
      finishedAt: new Date(now.getTime() - days * DAY_MS),
    })
    await app.db
      .insertInto('mails')
      .values([of(15), of(1), of(13)])
      .execute()
    const { refused } = await read('/api/admin/mail')
    expect(refused).toMatchObject([
      { id: 'away 1', template: 'receipt', why: 'EENVELOPE 550', recipient: reader.email },
      { id: 'away 13' },
    ])
    const { refused: forOthers } = await readMailDesk(app.ctx, { isOwner: false })
    expect(forOthers.map(({ recipient }) => recipient)).toEqual([null, null])
    await app.db.deleteFrom('mails').where('key', 'like', 'away %').execute()
  })

  test('lists what is held back, and does with it what a person says', async () => {
    await promise('three')
    await app.db.updateTable('mails').set({ state: 'held' }).where('state', '=', 'queued').execute()
    const { held } = await read('/api/admin/mail')
    expect(held).toMatchObject([{ template: 'edition', recipient: reader.email }])
    const answer = await app.as(office).inject({
      method: 'POST',
      url: '/api/admin/mail/held',
      payload: { action: 'drop', ids: [held[0].id] },
    })
    expect(answer.json()).toMatchObject({ held: [] })
    // Of two decisions the first counts: nothing dropped or already sent goes out.
    const before = (await readOutbox(app.ctx)).length
    const ids = (await app.db.selectFrom('mails').select('id').execute()).map(({ id }) => id)
    const late = await app.as(office).inject({
      method: 'POST',
      url: '/api/admin/mail/held',
      payload: { action: 'release', ids },
    })
    expect(late.statusCode).toBe(200)
    await lookForMails()
    await runJobs(app.ctx)
    expect(await readOutbox(app.ctx)).toHaveLength(before)
    expect(await streamChoices(app.ctx, reader.id)).toMatchObject({ edition: 'daily' })
  })
})
